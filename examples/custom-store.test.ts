import { describeVectorStore } from "spd-rag/testing"
import { describe, it } from "vitest"
import { mapVectorStore } from "./custom-store"

describeVectorStore("a store in a Map", { describe, it, create: mapVectorStore })
