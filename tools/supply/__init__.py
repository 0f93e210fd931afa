"""The shipped third-party packages: `make audit` checks them, `make sbom` lists them."""
