"""A run: charts stepped on values, structures changed, segments recorded; the integration itself is plain C beside this."""
