import { createORPCClient, mapEventIterator, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { AppError, type ErrorDetails, isErrorCode } from '../shared/errors.ts'

/**
 * The typed client of one feature's contract: `apiClient<typeof mediaContract>('media')`. The contract is
 * named as a type only, so its schemas stay out of the page's code; the server checks both directions.
 * Every refusal is thrown as an `AppError` with the server's code, message and details.
 * @param feature the contract's key in the API router, and the path under `/api/rpc`
 */
export function apiClient<Contract extends AnyContractRouter>(feature: string): ContractRouterClient<Contract> {
  return createORPCClient<ContractRouterClient<Contract>>(link, { path: [feature] })
}

/** {@link apiClient} as TanStack Query options: `media.list.queryOptions()`, `media.rename.mutationOptions()`. */
export function apiQueries<Contract extends AnyContractRouter>(feature: string) {
  return createTanstackQueryUtils(apiClient<Contract>(feature), { path: [feature] })
}

/** Said when no answer came at all. */
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

/** Whatever a call threw, as a refusal that can be shown. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof ORPCError) {
    const code = isErrorCode(thrown.code) ? thrown.code : 'internal'
    return new AppError(code, thrown.message, detailsOf(thrown.data), { cause: thrown })
  }
  // `fetch` throws a TypeError when there is no network, no server, or the connection broke.
  if (thrown instanceof TypeError) return new AppError('unavailable', UNREACHABLE, {}, { cause: thrown })
  return new AppError('internal', 'Something went wrong', {}, { cause: thrown })
}

const link = new RPCLink({
  url: () => `${location.origin}/api/rpc`,
  // Looked up for each call: the link would otherwise keep the one that was there when this file was loaded.
  fetch: (request, init) => fetch(request, init),
  interceptors: [
    async ({ next }) => {
      try {
        const output = await next()
        if (!isEventIterator(output)) return output
        return mapEventIterator(output, { value: async (value) => value, error: async (error) => orAborted(error) })
      } catch (error) {
        throw orAborted(error)
      }
    },
  ],
})

/** An abort is the caller's own wish, not a refusal. */
function orAborted(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'AbortError' ? error : asAppError(error)
}

function isEventIterator(output: unknown): output is AsyncIterator<unknown, unknown, unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

function detailsOf(data: unknown): ErrorDetails {
  if (typeof data !== 'object' || data === null) return {}
  const safe = Object.entries(data).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(safe)
}
