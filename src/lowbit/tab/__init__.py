"""The engine in a browser's tab, where Python is WebAssembly."""
