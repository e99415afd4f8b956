"""Which special actions a player may take, with every reason and its rule number."""
