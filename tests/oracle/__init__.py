"""A second, independent reading of the rules in plain Python, to compare an encoding with."""
