"""Objects that have too few or too many equations of their own: a flat model -> how many, by object.

As Modelica counts (specification 3.6, 4.7): an object gives an equation for each of its variables and for each flow of its
connectors. What the form of the whole system leaves open, where an equation is missing, is often plain in one object.
"""

from __future__ import annotations

import numpy as np

from mosila.flat.flat import FlatModel
from mosila.instance.plan import Link, Variability

Path = tuple[str, ...]


def local_surplus(flat: FlatModel) -> dict[Path, int]:
    """Equations minus what is needed, for objects where they differ; objects with `sum` ports or ports without flow are left out."""
    attributes, tree = flat.attributes, flat.tree
    counts: dict[Path, int] = {}
    ports: dict[Path, set[int]] = {}
    open_objects: set[Path] = set()
    declared = {position: path for path, position, _ in tree.variables()}
    for position, path in declared.items():
        if not flat.active[position] or attributes.variability[position] != Variability.CONTINUOUS:
            continue
        if attributes.in_connector[position]:
            owner = path[:-2]
            ports.setdefault(path[:-1], set()).add(int(attributes.link[position]))
            if attributes.link[position] == Link.FLOW:
                counts[owner] = counts.get(owner, 0) - 1
        elif position in flat.weak:
            open_objects.add(path[:-1])
        else:
            counts[path[:-1]] = counts.get(path[:-1], 0) - 1
    open_objects |= {port[:-1] for port, links in ports.items() if Link.FLOW not in links}
    for group in flat.equations:
        if not group.discrete:
            owners, repeats = np.unique(group.owners, return_counts=True)
            for owner, number in zip(owners.tolist(), repeats.tolist(), strict=True):
                path = declared[owner][:-1] if owner in declared else tree.object_path(owner)
                counts[path] = counts.get(path, 0) + number
    return {path: count for path, count in counts.items() if count and path not in open_objects}
