"""The screens a player moves through."""
