"""Neural networks computed with NumPy or onnxruntime."""
