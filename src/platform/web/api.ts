import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { RouterUtils } from '@orpc/tanstack-query'
import { skipToken } from '@tanstack/react-query'
import { type CallOptions, callProcedure } from './procedure-call.ts'

export { asAppError } from './app-error.ts'

/**
 * The typed client of one feature's contract: `apiClient<typeof mediaContract>('media')`. The contract is
 * named as a type only, so its schemas stay out of the page's code; the server checks both directions.
 * Every refusal is thrown as an `AppError` with the server's code, message and details.
 * @param feature the contract's key in the API router, and the path under `/api/rpc`
 */
export function apiClient<Contract extends AnyContractRouter>(feature: string): ContractRouterClient<Contract> {
  const client = byName(
    (name) => (input: unknown, options?: CallOptions) => callProcedure([feature, name], input, options),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are the contract's, a type in the browser
  return client as ContractRouterClient<Contract>
}

/** {@link apiClient} as TanStack Query options: `media.list.queryOptions()`, `media.rename.mutationOptions()`. */
export function apiQueries<Contract extends AnyContractRouter>(feature: string): ApiQueries<Contract> {
  const queries = byName((name) => (name === 'key' ? () => [[feature]] : procedureQueries([feature, name])))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are the contract's, a type in the browser
  return queries as ApiQueries<Contract>
}

/** The keys of a feature and, for each of its procedures, keys and options, typed as oRPC types them. */
type ApiQueries<Contract extends AnyContractRouter> = PickUsed<RouterUtils<ContractRouterClient<Contract>>>

type PickUsed<Utils> = {
  [Name in keyof Utils]: Utils[Name] extends Record<UsedMember, unknown> ? Pick<Utils[Name], UsedMember> : Utils[Name]
}
type UsedMember = 'key' | 'queryKey' | 'queryOptions' | 'mutationOptions'

type CallInput = { readonly input?: unknown }

/** A key without a type matches queries and mutations of the procedure; a key without an input matches every input. */
function procedureQueries(path: readonly [feature: string, name: string]) {
  const keyOf = (type: 'query' | 'mutation', { input }: CallInput) => [
    path,
    { type, ...(input !== undefined && input !== skipToken && { input }) },
  ]
  return {
    key: (args: CallInput = {}) => [path, args],
    queryKey: (args: CallInput = {}) => keyOf('query', args),
    queryOptions: ({ input, ...options }: CallInput = {}) => ({
      queryKey: keyOf('query', { input }),
      queryFn: input === skipToken ? skipToken : ({ signal }: CallOptions) => callProcedure(path, input, { signal }),
      ...options,
    }),
    mutationOptions: (options: object = {}) => ({
      mutationKey: keyOf('mutation', {}),
      mutationFn: (input: unknown) => callProcedure(path, input),
      ...options,
    }),
  }
}

/** The cache key of a procedure that takes no input, such as `billing/plans`. */
export function answerKey(procedure: string): readonly unknown[] {
  return [procedure.split('/'), { type: 'query' }]
}

/** An object whose members are created by name on first read. */
function byName(make: (name: string) => unknown): object {
  return new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? make(name) : undefined) })
}
