/**
 * Every refusal a caller may want to tell apart, and its HTTP status.
 * 422 is kept for malformed input; a refused business rule is 402, 403, 404, 409, 413 or 415.
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
/** Whether a server's answer names one of them; another release may know others. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

/** Facts for the client, already safe to show: never a secret, a path or a stack. */
export type ErrorDetails = Readonly<Record<string, string | number>>

/**
 * A refusal the caller can act on: `message` is one plain sentence a creator understands.
 * Anything else that is thrown is a defect and reaches the user only as "Something went wrong".
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
