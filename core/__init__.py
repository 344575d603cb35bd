"""LightPrism's engine: everything but the pages."""
