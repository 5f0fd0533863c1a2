# Nothing in the search is for Python: `_solver` is its face.
