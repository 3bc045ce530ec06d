import { implementContract } from '#platform/server/rpc.ts'
import { operationsContract } from '../model/index.ts'
import type { StatusWatch } from './status.ts'

/** Implements `operationsContract`. */
export function operationsProcedures({ status }: { status: Pick<StatusWatch, 'read'> }) {
  const rpc = implementContract(operationsContract)
  return { status: rpc.status.handler(() => status.read()) }
}
