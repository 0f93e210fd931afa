"""What comes from others and travels along: `make audit` judges it, `make sbom` lists it."""
