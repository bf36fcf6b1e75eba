"""The VDI: one-bit rasters and the calls that draw on them."""
