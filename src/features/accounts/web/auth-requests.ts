import type { z } from 'zod'
import { asAppError } from '#platform/web/api.ts'
import { AppError, type ErrorDetails, isErrorCode } from '#platform/shared/errors.ts'
import type { AUTH_REQUESTS, AuthRequestPath } from '../model/requests.ts'

/**
 * Sends one of the forms of `AUTH_REQUESTS`, which says what each path takes and does.
 * @throws AppError as the server refused it, with the field in `details.field`; `unavailable` without an answer
 */
export async function sendAuth<Path extends AuthRequestPath>(
  path: Path,
  form: z.input<(typeof AUTH_REQUESTS)[Path]>,
): Promise<void> {
  await post(path, form)
}

/** Ends the session. @throws AppError when the server did not end it */
export async function endSession(): Promise<void> {
  await post('/sign-out', {})
}

/** One request to a path of ours that is no procedure. @throws AppError as the server refused it, or `unavailable` */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await reach(url, init)
  if (!response.ok) throw refusalOf(await response.text())
  return response
}

async function post(path: string, form: object): Promise<void> {
  await request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw asAppError(error)
  }
}

/** The server's `{ error: { code, message, details } }`; a proxy's page instead of it becomes "Something went wrong". */
function refusalOf(body: string): AppError {
  const answer = parsed(body)
  const code = isErrorCode(answer?.code) ? answer.code : undefined
  return new AppError(code ?? 'internal', answer?.message ?? 'Something went wrong', answer?.details)
}

function parsed(body: string): { code: unknown; message: string; details: ErrorDetails } | undefined {
  if (!body.startsWith('{')) return undefined
  const { error }: { error?: unknown } = JSON.parse(body)
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  if (typeof error.message !== 'string') return undefined
  return { code: error.code, message: error.message, details: 'details' in error ? detailsOf(error.details) : {} }
}

function detailsOf(details: unknown): ErrorDetails {
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  )
}
