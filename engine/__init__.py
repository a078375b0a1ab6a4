"""Hollywood Gin's rules: cards, melds, deals, score sheets and what a player may see.

Pure: standard library only; no clock, no I/O, no global randomness.
"""
