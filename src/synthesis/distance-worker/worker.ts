/// <reference types="node" />
import { workerData } from "node:worker_threads"
import { createSimdVectorKernel } from "../../runtime/vector-kernel-simd"
import { runSteps } from "../../runtime/yield"
import { type DistanceJob, takePanels } from "../distance-panels"

const { job, module } = workerData as { job: DistanceJob; module: WebAssembly.Module }
runSteps(takePanels(job, createSimdVectorKernel(module)))
