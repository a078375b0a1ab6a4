"""The steps from one schema to the next; forward only, and never changed once released."""
