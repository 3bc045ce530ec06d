import { setImmediate as nextTurn } from 'node:timers/promises'
import { mapEventIterator } from '@orpc/client'
import { type AnyContractRouter, ValidationError } from '@orpc/contract'
import { implement, ORPCError, os } from '@orpc/server'
import { AppError, ERROR_STATUS } from '../shared/errors.ts'
import { describeIssues, type InputBody } from './http/input-body.ts'
import { asRefusal, type Caller, type DefectLog, failureLine } from './http.ts'

/** The context that every procedure gets. */
export type RpcContext = {
  readonly caller: Caller | null
  readonly requestId: string
  /** The client address, for rate limits; absent for calls that do not come over the network. */
  readonly clientAddress?: () => string
  /** Extra response headers; absent likewise. */
  readonly answerHeaders?: Headers
  /** The raw input when it is too long to parse on the event loop; the procedure then gets no parsed input. */
  readonly inputBody?: InputBody
  /** Sends an answer of plain JSON in turns of the event loop; absent for calls that do not come over the network. */
  readonly answerInTurns?: (answer: unknown) => void
}

/**
 * Begins the implementation of a contract:
 * `const rpc = implementContract(mediaContract).use(authed)`, then `{ list: rpc.list.handler(…) }`.
 */
export function implementContract<T extends AnyContractRouter>(contract: T) {
  return implement(contract).$context<RpcContext>()
}

/** Lets only signed-in callers through, and makes `context.caller` theirs. @throws AppError `unauthorized` (spec §8) */
export const authed = os.$context<RpcContext>().middleware(({ context, next }) => {
  if (context.caller === null) throw new AppError('unauthorized', 'No user logged in')
  return next({ context: { caller: context.caller } })
})

/**
 * Checks an input before its schema, and yields to other requests between parsing and validation. For procedures with
 * long inputs.
 * @param refuse throws the error for the caller
 */
export function beforeChecking(refuse: (input: unknown) => void) {
  return os.$context<RpcContext>().middleware(async ({ next }, input: unknown) => {
    refuse(input)
    await nextTurn()
    return next()
  })
}

/**
 * Answers requests whose input is too long to validate on the event loop. Use it for a procedure whose route accepts
 * larger bodies than others.
 * @param answer parses the body in a thread and does the same as the handler
 */
export function answerInputBody<Output>(answer: (body: InputBody, caller: Caller) => Promise<Output>) {
  return os.$context<RpcContext & { caller: Caller }>().middleware(async ({ context, next }, _input, output) => {
    if (context.inputBody === undefined) return next()
    return output(await answer(context.inputBody, context.caller))
  })
}

/** The part of an oRPC call that interceptors use. */
export type RpcCall = { context: RpcContext; path: readonly string[]; signal?: AbortSignal; next(): Promise<unknown> }

/**
 * A client interceptor for an oRPC handler: an error from a procedure or its stream reaches the client as
 * `ORPCError(code, { status, message, data: details })`. A defect is logged and becomes 'Something went wrong'.
 */
export function mapRefusals(log: DefectLog) {
  return async ({ context, path, signal, next }: RpcCall): Promise<unknown> => {
    const convert = (error: unknown) => {
      const converted = toOrpcError(error)
      const expected = signal?.aborted === true || converted.status < 500
      if (!expected) log.error({ err: error, requestId: context.requestId }, failureLine(path.join('.'), error))
      const retryAfter = asRefusal(error).details['retryAfterSeconds']
      if (retryAfter !== undefined) context.answerHeaders?.set('retry-after', String(retryAfter))
      return converted
    }
    try {
      const output = await next()
      if (!isAsyncIterator(output)) return output
      return mapEventIterator(output, { value: async (value) => value, error: async (error) => convert(error) })
    } catch (error) {
      throw convert(error)
    }
  }
}

function toOrpcError(error: unknown): ORPCError<string, unknown> {
  if (error instanceof ORPCError && error.status < 500) return asUnprocessable(error)
  const { code, message, details } = asRefusal(error)
  return new ORPCError(code, { status: ERROR_STATUS[code], message, data: details })
}

/** Malformed input is 422 here as on every other route; oRPC itself says 400. */
function asUnprocessable(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  if (error.code !== 'BAD_REQUEST') return error
  const issues = error.cause instanceof ValidationError ? error.cause.issues : []
  const message = describeIssues(issues) || error.message
  return new ORPCError('unprocessable', { status: ERROR_STATUS.unprocessable, message, data: {} })
}

/** Whether a procedure returns a stream. */
export function isAsyncIterator(value: unknown): value is AsyncIterator<unknown, unknown, unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
}
