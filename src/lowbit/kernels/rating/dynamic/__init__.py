"""Multiple, dynamic and nested forcing chains."""
