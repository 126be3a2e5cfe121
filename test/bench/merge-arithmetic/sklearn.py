"""The same work as the paper's code does it, on scikit-learn. Arguments: count, dimensions."""
import json
import resource
import sys
import time

import numpy
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics.pairwise import cosine_similarity

count, dimensions = int(sys.argv[1]), int(sys.argv[2])
random = numpy.random.default_rng(1)
topics = -(-count // 25)
centres = random.random((topics, dimensions)) - 0.5
vectors = centres[random.integers(topics, size=count)]
vectors += 1.2 * (random.random((count, dimensions)) - 0.5)

start = time.perf_counter()
distances = 1 - cosine_similarity(vectors)
measured = time.perf_counter()
AgglomerativeClustering(
    n_clusters=None, distance_threshold=0, metric="precomputed", linkage="average"
).fit(distances)
linked = time.perf_counter()
print(json.dumps({
    "distancesMs": (measured - start) * 1000,
    "linkageMs": (linked - measured) * 1000,
    "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
