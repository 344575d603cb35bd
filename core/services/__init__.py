"""The verbs: each gathers, calls the domain, applies."""
