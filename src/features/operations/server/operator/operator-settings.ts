import type { Env } from '#platform/server/env.ts'
import { isLocalSite } from '#platform/server/this-machine.ts'
import type { OperatorAccess } from './guard.ts'

/** Who is an operator by the settings. A site that others can reach asks its operators for a second factor. */
export function operatorAccessOf(env: Env): Omit<OperatorAccess, 'db'> {
  const secondFactor = env.OPERATOR_SECOND_FACTOR ?? (isLocalSite(env) ? 'optional' : 'required')
  return { operators: env.OPERATORS, needsSecondFactor: secondFactor === 'required' }
}
