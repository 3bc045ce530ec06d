import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-field.tsx'
import type { Takedown } from '../model/contract.ts'
import { KIND_LABEL, TEXT_MAX } from '../model/limits.ts'
import { abuseApi, abuseQueries } from './abuse-queries.ts'

/** /takedown/:token: why something was taken down, and the owner's objection. */
export function TakedownPage({ token }: { token: string }) {
  const mounted = useMounted()
  const query = useQuery(
    abuseQueries.takedown.queryOptions({ input: { token }, enabled: mounted, staleTime: 0, retry: false }),
  )
  return (
    <div className="mx-auto grid max-w-[36rem] gap-6 px-4 py-10 sm:px-6 sm:py-16">
      {query.data ? (
        <Shown takedown={query.data} token={token} />
      ) : query.isError ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  )
}

function Shown({ takedown, token }: { takedown: Takedown; token: string }) {
  const { kind, title, state, reason, decidedAt, objection } = takedown
  return (
    <>
      <header>
        <h1 className="text-3xl wrap-anywhere">{title}</h1>
        <p className="mt-2 text-muted">{LEAD[state === 'restored' ? 'restored' : 'down'](KIND_LABEL[kind])}</p>
      </header>
      <Part title={`Our reason, ${formatShortDay(decidedAt)}`}>{reason}</Part>
      {objection !== null && <Part title="Your objection">{objection}</Part>}
      {state === 'down' && <ObjectionForm token={token} />}
      {state === 'objected' && (
        <Notice tone="info" title="Your objection is with us">
          Somebody looks at it again. You get the answer by mail.
        </Notice>
      )}
      {state === 'upheld' && (
        <Notice tone="warning" title="It stays down">
          We looked at it again after your objection. <Link to="/contact">Contact us</Link> if something is still open.
        </Notice>
      )}
      {state === 'restored' && <Notice tone="success" title="It is public again" />}
    </>
  )
}

const LEAD = {
  down: (kind: string) => `We took this ${kind} down after a report. Its links do not work, and only you see it.`,
  restored: (kind: string) => `We took this ${kind} down after a report, and restored it. Its links work again.`,
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-base font-medium">{title}</h2>
      <p className="mt-1 whitespace-pre-line wrap-anywhere text-muted">{children}</p>
    </section>
  )
}

function ObjectionForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const entered = new FormData(event.currentTarget).get('text')
    const text = typeof entered === 'string' ? entered.trim() : ''
    if (text === '') return setProblem('Say why this is a mistake.')
    setBusy(true)
    try {
      const takedown = await abuseApi.object({ token, text })
      queryClient.setQueryData(abuseQueries.takedown.queryKey({ input: { token } }), takedown)
    } catch (error) {
      setProblem(asAppError(error).message)
      setBusy(false)
    }
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="Objection"
      onSubmit={(event) => void submit(event)}
      onInput={() => setProblem(undefined)}
      className="grid gap-4"
    >
      <TextArea
        name="text"
        label="Why is this a mistake?"
        hint="You can object once. Mention what we should look at, for example a licence."
        rows={6}
        maxLength={TEXT_MAX}
        error={problem}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Sending…' : 'Object'}
        </Button>
      </div>
    </form>
  )
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { code, message } = asAppError(error)
  if (code === 'not_found') {
    return (
      <div className="grid justify-items-start gap-3">
        <h1 className="text-3xl">Nothing here</h1>
        <p className="text-muted">{message}</p>
        <Link to="/" className={buttonClass()}>
          Return Home
        </Link>
      </div>
    )
  }
  return (
    <Notice tone="error" title="This page could not be loaded" actions={<Button onClick={onRetry}>Try again</Button>}>
      {message}
    </Notice>
  )
}
