import { betterAuth } from 'better-auth'
import type { AuthDeps } from '../deps.ts'
import type { RequestContext } from './auth-hooks.ts'
import { authOptions } from './auth-options.ts'

/** Better Auth on our tables. */
export function openBetterAuth(deps: AuthDeps, request: RequestContext) {
  return betterAuth(authOptions(deps, request))
}
