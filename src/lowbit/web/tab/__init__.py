"""The API without a server: a browser's tab asks Python that runs in one of its workers."""
