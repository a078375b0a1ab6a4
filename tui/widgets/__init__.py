"""The few widgets the screens are made of; each draws its own cells."""
