import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { guestApi } from './guest-api.ts'

const OpenReview = lazy(async () => ({ default: (await import('./open-review.tsx')).OpenReview }))

/** /review/:token: one screen for each state of a review link. @param reportLink shown with a video, or its password */
export function ReviewPage({ token, reportLink }: { token: string; reportLink: ReactNode }) {
  // The page is the same for everybody until the link is checked.
  const mounted = useMounted()
  const [api] = useState(() => guestApi(token))
  const queryKey = ['review-link', token]
  const queryClient = useQueryClient()
  const view = useQuery({ queryKey, queryFn: api.view, enabled: mounted, staleTime: Infinity, retry: false })
  const recheck = () => queryClient.invalidateQueries({ queryKey })
  if (view.isError) return <Problem error={view.error} onRetry={() => void view.refetch()} />
  if (view.data === undefined) return <Loading />
  switch (view.data.state) {
    case 'open':
      return (
        <Suspense fallback={<Loading />}>
          <OpenReview
            api={api}
            view={view.data}
            token={token}
            reportLink={reportLink}
            onClosed={() => void recheck()}
          />
        </Suspense>
      )
    case 'locked':
      return <PasswordForm unlock={api.unlock} onUnlocked={recheck} reportLink={reportLink} />
    case 'revoked':
      return (
        <Message title="This review link no longer works">
          It was revoked. Ask the person who sent it for a new one.
        </Message>
      )
    case 'expired':
      return <Message title="This review link has expired">Ask the person who sent it for a new one.</Message>
    default:
      return view.data satisfies never
  }
}

function PasswordForm({
  unlock,
  onUnlocked,
  reportLink,
}: {
  unlock: (password: string) => Promise<unknown>
  onUnlocked: () => Promise<void>
  reportLink: ReactNode
}) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('password')
    if (typeof entered !== 'string' || entered === '') return setProblem('Enter the password of this link.')
    setBusy(true)
    try {
      await unlock(entered)
      await onUnlocked()
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-3 px-6 py-16 text-center">
      <h1 className="text-3xl sm:text-4xl">This review has a password</h1>
      <p className="max-w-[46ch] text-muted">The person who sent you the link knows it.</p>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={() => setProblem(undefined)}
        className="mt-4 grid w-full gap-3 text-left"
      >
        <TextField name="password" type="password" label="Password" autoComplete="off" error={problem} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Open the review
        </Button>
      </form>
      <p className="mt-4 text-sm">{reportLink}</p>
    </div>
  )
}

function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message } = asAppError(error)
  if (code === 'not_found') {
    return (
      <Message title="Review link not found">
        Open the complete link from the message. If it is old, ask for a new one.
      </Message>
    )
  }
  return (
    <Message
      title="We couldn’t load the review"
      action={
        <Button variant="primary" size="lg" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Message>
  )
}

function Message({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-3 px-6 py-16 text-center">
      <h1 className="max-w-[22ch] text-3xl sm:text-4xl">{title}</h1>
      <p className="max-w-[46ch] text-muted">{children}</p>
      <div className="mt-4">
        {action ?? (
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Return Home
          </Link>
        )}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the review" className="grid min-h-[72dvh] gap-4 p-4">
      <Skeleton className="h-full" />
    </div>
  )
}
