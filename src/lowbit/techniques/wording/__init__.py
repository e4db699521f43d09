"""Steps and techniques in words: notation, sentences, names in each language."""
