"""From a raster to a picture file."""

from __future__ import annotations

from PIL import Image

from gemport.gem.vdi.raster import Raster


def to_image(raster: Raster) -> Image.Image:
    """The raster as a picture of one bit a pixel, black = ink."""
    # Pillow counts white as 1: "1;I" turns the bits over.
    image = Image.frombytes("1", (raster.stride, raster.height), raster.to_bytes(), "raw", "1;I")
    return image.crop((0, 0, raster.width, raster.height))
