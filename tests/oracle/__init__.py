"""Our engine against an independent one: OpenSpiel's gin_rummy (`make oracle` installs it)."""
