import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CHANNEL_MAX, USERNAME_MAX } from '../model/constants.ts'
import { normalizeUsername, usernameProblem } from '../model/username.ts'
import { useJoin } from './use-join.ts'
import { useAffiliateTerms } from './affiliate-terms.ts'
import { countryOptions } from './payouts/countries.ts'

type Field = 'username' | 'channel' | 'country' | 'terms'
type Problem = { readonly field: Field; readonly message: string }

/** The form to join: a name, where to share the link, a country, and the terms. */
export function JoinForm() {
  const join = useJoin()
  const site = useSite()
  const { reviewsApplications } = useAffiliateTerms()
  const [problem, setProblem] = useState<Problem>()
  const [name, setName] = useState('')
  const [country, setCountry] = useState('')
  const username = normalizeUsername(name)
  const errorAt = (field: Field) => (problem?.field === field ? problem.message : undefined)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (join.isPending) return
    const { channel, hasAccepted } = answersIn(event.currentTarget)
    const wrong = problemIn({ username, channel, country, hasAccepted })
    setProblem(wrong)
    if (wrong !== undefined) return
    try {
      const affiliate = await join.mutateAsync({ username, channel, country, acceptsTerms: true })
      toast.success(affiliate === null ? 'We received your application.' : 'Welcome to the affiliate programme.')
    } catch (error) {
      setProblem({ field: 'username', message: asAppError(error).message })
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setProblem(undefined)}
      className="grid gap-5"
    >
      <TextField
        name="username"
        label="Username"
        hint={`Your link will be ${site?.origin ?? ''}/${username || 'your-name'}`}
        error={errorAt('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <TextField
        name="channel"
        label="Where will you share your link?"
        hint="The name or address of a channel, a site or a newsletter"
        error={errorAt('channel')}
        maxLength={CHANNEL_MAX}
        required
      />
      <Select
        label="Country you live in"
        value={country}
        onChange={setCountry}
        options={COUNTRIES}
        error={errorAt('country')}
      />
      <AcceptTerms problem={errorAt('terms')} />
      {reviewsApplications && (
        <p className="text-sm text-muted">We review each application and send you a mail with the decision.</p>
      )}
      <Button type="submit" variant="primary" size="lg" busy={join.isPending}>
        {reviewsApplications ? 'Apply' : 'Become an affiliate'}
      </Button>
    </form>
  )
}

function answersIn(form: HTMLFormElement): { channel: string; hasAccepted: boolean } {
  const data = new FormData(form)
  const channel = data.get('channel')
  return { channel: typeof channel === 'string' ? channel.trim() : '', hasAccepted: data.get('terms') === 'on' }
}

function problemIn(o: { username: string; channel: string; country: string; hasAccepted: boolean }) {
  const wrong = usernameProblem(o.username)
  if (wrong !== null) return { field: 'username', message: wrong } as const
  if (o.channel === '') return { field: 'channel', message: 'Tell us where you will share your link.' } as const
  if (o.country === '') return { field: 'country', message: 'Choose a country.' } as const
  if (!o.hasAccepted) return { field: 'terms', message: 'Please accept the terms to join.' } as const
  return undefined
}

const COUNTRIES = countryOptions()

function AcceptTerms({ problem }: { problem: string | undefined }) {
  return (
    <Checkbox
      name="terms"
      error={problem}
      label={
        <span className="text-muted">
          I accept the{' '}
          <Link to="/terms" className="text-accent-text underline underline-offset-3 hover:no-underline">
            terms
          </Link>
          , and I will disclose that I earn a commission when I share my link.
        </span>
      }
    />
  )
}
