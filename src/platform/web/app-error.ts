import { AppError } from '../shared/errors.ts'

/** Said when no answer came at all. */
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

/** Whatever a call threw, as a refusal that can be shown. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  // `fetch` and `import` throw a TypeError when there is no network, no server, or the connection broke.
  if (thrown instanceof TypeError) return new AppError('unavailable', UNREACHABLE, {}, { cause: thrown })
  return new AppError('internal', 'Something went wrong', {}, { cause: thrown })
}
