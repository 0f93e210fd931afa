"""Third-party packages that are shipped: `make audit` checks them, `make sbom` lists them."""
