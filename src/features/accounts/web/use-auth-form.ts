import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { passwordProblem } from '../model/password.ts'
import { logIn, signUp } from './auth-requests.ts'
import { rememberedPage } from './remembered-page.ts'
import { refreshAccount } from './session.ts'

/** Which of the two forms is shown. */
export type AuthMode = 'login' | 'signup'

/** Where a problem is shown: beside the field, or above the form. */
export type AuthField = 'email' | 'password' | 'form'

type Problem = { field: AuthField; message: string }
type Entered = { name: string; email: string; password: string }

/** The log-in or sign-up form: checks, sends, shows each refusal at its field, then returns to where the visitor came from. */
export function useAuthForm(mode: AuthMode) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const entered = read(new FormData(form))
    setBusy(true)
    const wrong = check(mode, entered) ?? (await send(entered))
    setBusy(false)
    setProblem(wrong)
    if (wrong) focusField(form, wrong.field)
  }

  async function send(entered: Entered): Promise<Problem | undefined> {
    try {
      await (mode === 'signup' ? signUp(entered) : logIn(entered))
      await refreshAccount(client)
      await navigate(rememberedPage(search), { replace: true })
      return undefined
    } catch (error) {
      return problemOf(mode, error)
    }
  }

  return {
    busy,
    submit,
    errorAt: (field: AuthField) => (problem?.field === field ? problem.message : undefined),
    clear: () => setProblem(undefined),
  }
}

function read(data: FormData): Entered {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { name: text('name').trim(), email: text('email').trim(), password: text('password') }
}

function check(mode: AuthMode, { email, password }: Entered): Problem | undefined {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    return { field: 'email', message: 'Enter an e-mail address like name@example.com.' }
  }
  if (password === '') return { field: 'password', message: 'Enter your password.' }
  const weak = mode === 'signup' ? passwordProblem(password, email) : null
  return weak === null ? undefined : { field: 'password', message: weak }
}

function problemOf(mode: AuthMode, error: unknown): Problem {
  const { code, message } = asAppError(error)
  if (code === 'conflict') return { field: 'email', message: `${message}. Log in instead, or use another address.` }
  if (code === 'unauthorized') return { field: 'password', message }
  if (code === 'unprocessable' && mode === 'signup') return { field: 'password', message }
  if (code === 'too_many_requests') return { field: 'form', message: 'Too many tries. Wait a minute, then try again.' }
  return { field: 'form', message: code === 'internal' ? 'Something went wrong. Please try again.' : message }
}

function focusField(form: HTMLFormElement, field: AuthField): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLInputElement) control.focus()
}
