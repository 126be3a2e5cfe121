/// <reference types="node" />
import { workerData } from "node:worker_threads"
import { runSteps } from "../../../runtime/yield"
import { createSimdVectorKernel } from "../../../vectors/kernel/simd"
import { type DistanceJob, takePanels } from "../panels"

const { job, module } = workerData as { job: DistanceJob; module: WebAssembly.Module }
runSteps(takePanels(job, createSimdVectorKernel(module)))
