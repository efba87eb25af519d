"""f27lang: rules cards that run."""
