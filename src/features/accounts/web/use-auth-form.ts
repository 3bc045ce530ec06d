import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { AppError } from '#platform/shared/errors.ts'
import type { Provider } from '../model/contract.ts'
import { passwordProblem } from '../model/password.ts'
import { logIn, sendAuth } from './auth-requests.ts'
import { emailProblem } from './email-problem.ts'
import { returnPathFrom } from './log-in-path.ts'
import { refreshAccount } from './session.ts'
import { type Problem, type ReadField, useForm } from './use-form.ts'

/** Which form is shown. */
export type AuthMode = 'login' | 'signup'

/** Reads the visitor's referral when the form is sent; undefined if there is none. */
export type SignUpReferral = () => Readonly<Record<string, string>> | undefined

type AuthField = 'name' | 'email' | 'password'

type AuthFormOptions = {
  readonly referral: SignUpReferral | undefined
  /** Called when the log-in goes on with a code. */
  readonly onChallenge: () => void
  /** Called with a refusal: the provider that the domain of the address has, if any. */
  readonly onProvider: (provider: Provider | undefined) => void
}

/** The log-in or sign-up form; afterwards the user returns to the page they came from. */
export function useAuthForm(mode: AuthMode, { referral, onChallenge, onProvider }: AuthFormOptions) {
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
      else if (!(await logIn(known))) return onChallenge()
      // The guard would send a browser without cookies back here without an explanation.
      if ((await refreshAccount(client)) === null) throw new AppError('forbidden', COOKIES_BLOCKED)
      await navigate(returnPathFrom(search), { replace: true })
    },
    refused(refusal) {
      const { providerId: id, providerName: name } = refusal.details
      onProvider(typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined)
      return problemOf(refusal)
    },
  })
}

const COOKIES_BLOCKED = 'Your browser did not keep you logged in. Allow cookies for this site, then log in.'

function check(mode: AuthMode, entered: ReadField<AuthField>): Problem<AuthField> | undefined {
  const email = entered('email').trim()
  const wrongAddress = emailProblem(email)
  if (wrongAddress !== undefined) return { field: 'email', message: wrongAddress }
  // Without a password it is sent: the provider of the address needs none.
  const weak = mode === 'signup' && entered('password') !== '' ? passwordProblem(entered('password'), email) : null
  return weak === null ? undefined : { field: 'password', message: weak }
}

function problemOf({ code, message }: AppError): Problem<AuthField> | undefined {
  if (code === 'conflict') return { field: 'email', message: `${message}. Log in instead, or use another address.` }
  if (code === 'unauthorized') return { field: 'password', message }
  if (code === 'too_many_requests')
    return { field: 'form', message: 'Too many attempts. Wait a minute, then try again.' }
  return undefined
}
