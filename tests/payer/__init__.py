"""A second payer: whether a cost can be paid, found by trying everything, and held against the law.

It is written from the rules on costs and mana, not from the encoding, and forward: mana abilities
are activated one after another, and then the mana that is there is spent.
"""
