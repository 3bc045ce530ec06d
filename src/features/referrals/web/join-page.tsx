import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useMounted } from '#platform/web/use-mounted.ts'
import { useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { USERNAME_MAX } from '../model/constants.ts'
import { normalizeUsername, usernameProblem } from '../model/username.ts'
import { useAffiliate, useJoin } from './affiliate.ts'
import { LinkCard } from './link-card.tsx'

/** /affiliate/signup and /affiliate/complete-profile: an account first, then a name for the link (spec §2). */
export function JoinPage({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-6">
        <JoinStep />
      </div>
    </div>
  )
}

function JoinStep() {
  const mounted = useMounted()
  const account = useAccount()
  const affiliate = useAffiliate()
  if (mounted && account.data === null) return <AccountFirst />
  if (!mounted || affiliate === undefined) return <Skeleton className="h-64 w-full" />
  if (affiliate === null) return <JoinForm />
  return (
    <div className="grid gap-5">
      <Notice tone="success" title="You are an affiliate">
        Your link is ready to be shared.
      </Notice>
      <LinkCard affiliate={affiliate} />
      <Link to="/affiliate/dashboard" className={buttonLook({ variant: 'primary', size: 'lg' })}>
        Go to your dashboard
      </Link>
    </div>
  )
}

function AccountFirst() {
  const back = `?from=${encodeURIComponent('/affiliate/complete-profile')}`
  return (
    <section className="grid gap-5 rounded-xl border border-border-strong bg-surface p-6">
      <p className="text-muted">An affiliate needs an account. Sign up or log in, then choose a name for your link.</p>
      <div className="flex flex-wrap gap-3">
        <Link to={`/signup${back}`} className={buttonLook({ variant: 'primary', size: 'lg' })}>
          Sign up
        </Link>
        <Link to={`/login${back}`} className={buttonLook({ size: 'lg' })}>
          Log in
        </Link>
      </div>
    </section>
  )
}

function JoinForm() {
  const join = useJoin()
  const site = useSite()
  const [problem, setProblem] = useState<{ field: 'username' | 'terms'; message: string }>()
  const [name, setName] = useState('')
  const username = normalizeUsername(name)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (join.isPending) return
    const wrong = usernameProblem(username)
    if (wrong !== null) return setProblem({ field: 'username', message: wrong })
    if (new FormData(event.currentTarget).get('terms') !== 'on') {
      return setProblem({ field: 'terms', message: 'Please accept the terms to join.' })
    }
    try {
      await join.mutateAsync({ username, acceptsTerms: true })
      toast.success('Welcome to the affiliate programme.')
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
        error={problem?.field === 'username' ? problem.message : undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <AcceptTerms problem={problem?.field === 'terms' ? problem.message : undefined} />
      <Button type="submit" variant="primary" size="lg" busy={join.isPending}>
        Become an affiliate
      </Button>
    </form>
  )
}

function AcceptTerms({ problem }: { problem: string | undefined }) {
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-sm text-muted">
        <input
          type="checkbox"
          name="terms"
          aria-invalid={problem !== undefined}
          aria-describedby="terms-problem"
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          I accept the{' '}
          <Link to="/terms" className="text-accent-text underline underline-offset-3 hover:no-underline">
            terms
          </Link>
          , and I will say that I earn a commission when I share my link.
        </span>
      </label>
      <p id="terms-problem" aria-live="polite" className="text-sm text-error empty:hidden">
        {problem}
      </p>
    </div>
  )
}
