import type { z } from 'zod'
import { asAppError } from '#platform/web/api.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { AUTH_REQUESTS, AuthRequestPath } from '../model/requests.ts'

/**
 * Sends one of the forms of `AUTH_REQUESTS`.
 * @throws AppError as refused by the server, with the field in `details.field`; `unavailable` without a response
 */
export async function sendAuth<Path extends AuthRequestPath>(
  path: Path,
  form: z.input<(typeof AUTH_REQUESTS)[Path]>,
): Promise<void> {
  await post(path, form)
}

/** Logs in. @returns false if a code is needed next @throws AppError as refused by the server */
export async function logIn(form: z.input<(typeof AUTH_REQUESTS)['/sign-in/email']>): Promise<boolean> {
  const answer: { done?: boolean } = await (await post('/sign-in/email', form)).json()
  return answer.done !== false
}

/** Ends the session. @throws AppError if the server did not end it */
export async function endSession(): Promise<void> {
  await post('/sign-out', {})
}

/** Sends a request to a route that is not a procedure. @throws AppError as refused by the server, or `unavailable` */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchOrThrow(url, init)
  if (!response.ok) throw refusalIn(await response.text())
  return response
}

/** Posts a form below `/api/auth`. @throws AppError as refused by the server */
export function post(path: string, form: object): Promise<Response> {
  return request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
}

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw asAppError(error)
  }
}
