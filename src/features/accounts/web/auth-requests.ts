import { asAppError } from '#platform/web/api.ts'
import { AppError, isErrorCode } from '#platform/shared/errors.ts'

/**
 * Signs in.
 * @throws AppError `unauthorized` for a wrong address or password, `too_many_requests`, `unavailable`
 */
export async function logIn(o: { email: string; password: string }): Promise<void> {
  await post('/sign-in/email', o)
}

/**
 * Creates the account, with its 30 credits, and signs in.
 * @throws AppError `conflict` when the address has an account, `unprocessable` for a refused password
 */
export async function signUp(o: { name: string; email: string; password: string }): Promise<void> {
  await post('/sign-up/email', o)
}

/** Ends the session. @throws AppError when the server did not end it */
export async function endSession(): Promise<void> {
  await post('/sign-out', {})
}

async function post(path: string, body: object): Promise<void> {
  const response = await reach(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw refusalOf(await response.text())
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw asAppError(error)
  }
}

/** The server's `{ error: { code, message } }`; a proxy's page instead of it becomes "Something went wrong". */
function refusalOf(body: string): AppError {
  const answer = parsed(body)
  const code = isErrorCode(answer?.code) ? answer.code : undefined
  return new AppError(code ?? 'internal', answer?.message ?? 'Something went wrong')
}

function parsed(body: string): { code: unknown; message: string } | undefined {
  if (!body.startsWith('{')) return undefined
  const { error }: { error?: unknown } = JSON.parse(body)
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  return typeof error.message === 'string' ? { code: error.code, message: error.message } : undefined
}
