import { AppError, type ErrorDetails, isErrorCode } from '../shared/errors.ts'

/**
 * The refusal in a response: under `json` from a procedure, under `error` from any other route. A proxy's error page
 * has none.
 */
export function refusalIn(text: string): AppError {
  if (!text.startsWith('{')) return refusalOf(undefined)
  const { json, error }: { json?: unknown; error?: { details?: unknown } } = JSON.parse(text)
  return refusalOf(error === undefined ? json : { ...error, data: error.details })
}

/** The server's `{ code, message, data }` as a refusal; anything else becomes "Something went wrong". */
export function refusalOf(body: unknown): AppError {
  if (typeof body !== 'object' || body === null) return new AppError('internal', 'Something went wrong')
  const { code, message, data }: { code?: unknown; message?: unknown; data?: unknown } = body
  return new AppError(
    isErrorCode(code) ? code : 'internal',
    typeof message === 'string' ? message : 'Something went wrong',
    detailsOf(data),
  )
}

/** The details that can be shown; other values are dropped. */
function detailsOf(data: unknown): ErrorDetails {
  if (typeof data !== 'object' || data === null) return {}
  const safe = Object.entries(data).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(safe)
}
