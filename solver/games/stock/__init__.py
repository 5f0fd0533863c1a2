"""Games with a stock: what their players ask."""
