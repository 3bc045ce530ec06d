export { type Check, type Checks, productChecks } from './checks.ts'
export { beat, BEAT_EVERY_MS, stopBeating } from './heartbeats.ts'
export { operationsProcedures } from './procedures.ts'
export { openStatus, type StatusWatch } from './status.ts'
