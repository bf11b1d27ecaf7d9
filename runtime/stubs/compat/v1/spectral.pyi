# Made by `python -m tools.stubs` of the tables of names.
from runtime.signal.cosine_transforms import dct as dct
from runtime.signal.cosine_transforms import idct as idct
from runtime.signal.transforms import fft as fft
from runtime.signal.transforms import fft2d as fft2d
from runtime.signal.transforms import fft3d as fft3d
from runtime.signal.transforms import ifft as ifft
from runtime.signal.transforms import ifft2d as ifft2d
from runtime.signal.transforms import ifft3d as ifft3d
from runtime.signal.transforms import irfft as irfft
from runtime.signal.transforms import irfft2d as irfft2d
from runtime.signal.transforms import irfft3d as irfft3d
from runtime.signal.transforms import rfft as rfft
from runtime.signal.transforms import rfft2d as rfft2d
from runtime.signal.transforms import rfft3d as rfft3d
