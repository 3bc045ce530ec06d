/**
 * Every refusal that a caller can distinguish, and its HTTP status.
 * 422 is reserved for malformed input; a refused business rule is 402, 403, 404, 409, 413 or 415.
 */
export const ERROR_STATUS = {
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  storage_full: 413,
  unsupported_media: 415,
  unprocessable: 422,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const

/** The name of a refusal, stable across releases. */
export type ErrorCode = keyof typeof ERROR_STATUS
/** Whether a code is one of ours; a server of another release may send others. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

/** Facts for the client, safe to show: never a secret, a path or a stack trace. */
export type ErrorDetails = Readonly<Record<string, string | number>>

/**
 * A refusal that the caller can act on: `message` is one plain sentence for a creator. Any other thrown value is a
 * defect, and the user sees only "Something went wrong".
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
}
