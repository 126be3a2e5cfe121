/// <reference types="node" />
import { workerData } from "node:worker_threads"
import { createSimdVectorKernel } from "../../runtime/vector-kernel-simd"
import { runSteps } from "../../runtime/yield"
import { takePanels } from "../distance-panels"

const { job, module } = workerData
runSteps(takePanels(job, createSimdVectorKernel(module)))
