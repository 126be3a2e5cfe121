"""What the adapter relies on, asked of Qdrant's own engine (PyPI: qdrant-edge-py); run by hand, see docs/testing.md.

The engine has no HTTP: paths, statuses, strict mode and the grouped query are not looked at here.
"""

import random
import sys
import tempfile
import uuid

from qdrant_edge import (
    Distance, EdgeConfig, EdgeShard, EdgeVectorParams, FieldCondition, Filter, HasIdCondition, IsEmptyCondition,
    KeywordIndexParams, MatchAny, MatchValue, PayloadSchemaType, PayloadSelector, Point, Query, QueryBatchRequest,
    QueryRequest, ScrollRequest, UpdateOperation as Update,
)

dimensions = 8
random.seed(1)
folder = tempfile.mkdtemp()
shard = EdgeShard.create(folder, EdgeConfig(vectors=EdgeVectorParams(size=dimensions, distance=Distance.Cosine)))
failed = []


def check(what, holds):
    print(("ok    " if holds else "WRONG ") + what)
    if not holds:
        failed.append(what)


def name(*parts):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "|".join(map(str, parts))))


def vector():
    return [random.uniform(-1, 1) for _ in range(dimensions)]


def record(document, write, kind):
    payload = {"kind": kind, "document_id": document, "sequence": 1, "write": write}
    return Point(id=name("record", document, write), vector=[0.0] * dimensions, payload=payload)


def chunk(document, write, index, at=None):
    payload = {"kind": "chunk", "document_id": document, "revision": "r1", "chunk": {"index": index, "text": "t"}}
    if write is not None:
        payload["write"] = write
    return Point(id=name("chunk", document, write, index), vector=at or vector(), payload=payload)


def equals(key, value):
    return FieldCondition(key=key, match=MatchValue(value))


def among(key, values):
    return FieldCondition(key=key, match=MatchAny(values))


def found(**conditions):
    points, _ = shard.scroll(ScrollRequest(limit=1000, filter=Filter(**conditions), with_payload=True))
    return sorted(str(point.id) for point in points)


def payload_of(point):
    return shard.retrieve([point], with_payload=True, with_vector=False)[0].payload


def set_kind(kind, points, where=None):
    must = [HasIdCondition(set(points))] + ([equals("kind", where)] if where else [])
    shard.update(Update.set_payload_by_filter(Filter(must=must), {"kind": kind}))


shard.update(Update.create_field_index("document_id", KeywordIndexParams(is_tenant=True)))
for field in ("revision", "kind", "write"):
    shard.update(Update.create_field_index(field, PayloadSchemaType.Keyword))
counts = {f"d{n}": 1 + (5 * n) % 11 for n in range(40)}
for document, count in counts.items():
    points = [chunk(document, f"w {document}", index) for index in range(count)]
    shard.update(Update.upsert_points([record(document, f"w {document}", "document"), *points]))

kinds = among("kind", ["pending", "document", "dead"])
check("match any: records of two documents", len(found(must=[among("document_id", ["d1", "d2"]), kinds])) == 2)
check("match any of nothing matches nothing", found(must=[among("document_id", [])]) == [])

claim = name("record", "claimed", "w1")
shard.update(Update.upsert_points([record("claimed", "w1", "pending")]))
set_kind("document", [claim], "pending")
check("a pending record becomes current", payload_of(claim)["kind"] == "document")
check("its other fields stay", payload_of(claim)["sequence"] == 1)
set_kind("dead", [claim])
set_kind("document", [claim], "pending")
check("a dead record never becomes current", payload_of(claim)["kind"] == "dead")
set_kind("document", [name("nobody")], "pending")
check("a change of a point that is not there is no error", found(must=[HasIdCondition({name("nobody")})]) == [])

shard.update(Update.upsert_points([chunk("x", "w1", 0), chunk("x", "w2", 0), chunk("x", None, 0)]))
mine = [equals("document_id", "x"), equals("kind", "chunk")]
shard.update(Update.delete_points_by_filter(Filter(must=mine, should=[among("write", ["w1"])])))
check("the chunks of one write go", found(must=mine) == sorted([name("chunk", "x", w, 0) for w in ("w2", None)]))
shard.update(Update.delete_points_by_filter(Filter(must=mine, should=[among("write", ["w1"]), IsEmptyCondition("write")])))
check("is_empty: and those without a write", found(must=mine) == [name("chunk", "x", "w2", 0)])

pages, offset = [], None
while True:
    points, offset = shard.scroll(ScrollRequest(limit=7, offset=offset, filter=Filter(must=[equals("kind", "chunk")])))
    pages += [str(point.id) for point in points]
    if offset is None:
        break
check("pages: each point once, by rising id", pages == sorted(set(pages)))

target = vector()


def request(document, payload=True):
    condition = Filter(must=[equals("document_id", document), equals("revision", "r1")])
    return QueryRequest(limit=4, query=Query.Nearest(target), filter=condition, with_payload=payload)


def hits(points):
    return [(str(point.id), point.score) for point in points]


picked = PayloadSelector.Include(["revision", "write", "chunk.index", "chunk_json"])
alone = [shard.query(request(document)) for document in counts]
batch = shard.query_batch(QueryBatchRequest([request(document, picked) for document in counts]))
check("a batch finds what each query finds, with its scores", list(map(hits, alone)) == list(map(hits, batch)))
check("as many as asked, or all there are", [len(points) for points in alone] == [min(4, n) for n in counts.values()])
check("a path picks one field of an object", all(list(p.payload["chunk"]) == ["index"] for some in batch for p in some))
check("records are never found", all(p.payload["kind"] == "chunk" for some in alone for p in some))
sys.exit(1 if failed else 0)
