import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { AppError } from '#platform/shared/errors.ts'
import { passwordProblem } from '../model/password.ts'
import { sendAuth } from './auth-requests.ts'
import { emailProblem } from './email-problem.ts'
import { returnPathFrom } from './log-in-path.ts'
import { refreshAccount } from './session.ts'
import { type Entered, type Problem, useForm } from './use-form.ts'

/** Which of the two forms is shown. */
export type AuthMode = 'login' | 'signup'

/** Looks up, when the form is sent, what brought the visitor here; undefined when nothing did. */
export type SignUpReferral = () => Readonly<Record<string, string>> | undefined

type AuthField = 'name' | 'email' | 'password'

/** The log-in or sign-up form; once let in, the visitor returns to where they came from. */
export function useAuthForm(mode: AuthMode, referral?: SignUpReferral) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  return useForm<AuthField>({
    fields: ['name', 'email', 'password'],
    check: (entered) => check(mode, entered),
    async send(entered) {
      const known = { email: entered('email').trim(), password: entered('password') }
      if (mode === 'signup')
        await sendAuth('/sign-up/email', { ...known, name: entered('name').trim(), referral: referral?.() })
      else await sendAuth('/sign-in/email', known)
      // The guard would send a browser that keeps no cookie back here, and never say why.
      if ((await refreshAccount(client)) === null) throw new AppError('forbidden', REFUSED_ADDRESS)
      await navigate(returnPathFrom(search), { replace: true })
    },
    refused: problemOf,
  })
}

const REFUSED_ADDRESS = 'Your browser did not keep you logged in. Allow cookies for this site, then log in.'

function check(mode: AuthMode, entered: Entered<AuthField>): Problem<AuthField> | undefined {
  const email = entered('email').trim()
  const wrongAddress = emailProblem(email)
  if (wrongAddress !== undefined) return { field: 'email', message: wrongAddress }
  if (entered('password') === '') return { field: 'password', message: 'Enter your password.' }
  const weak = mode === 'signup' ? passwordProblem(entered('password'), email) : null
  return weak === null ? undefined : { field: 'password', message: weak }
}

function problemOf({ code, message }: AppError): Problem<AuthField> | undefined {
  if (code === 'conflict') return { field: 'email', message: `${message}. Log in instead, or use another address.` }
  if (code === 'unauthorized') return { field: 'password', message }
  if (code === 'too_many_requests') return { field: 'form', message: 'Too many tries. Wait a minute, then try again.' }
  return undefined
}
