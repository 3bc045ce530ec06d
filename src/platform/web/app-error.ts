import { AppError } from '../shared/errors.ts'

/** The message when there is no response at all. */
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

/** Converts anything that a call threw to a refusal that can be shown. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  // `fetch` and `import` throw a TypeError without a network or a server, and when the connection breaks.
  if (thrown instanceof TypeError) return new AppError('unavailable', UNREACHABLE, {}, { cause: thrown })
  return new AppError('internal', 'Something went wrong', {}, { cause: thrown })
}
