import { type FormEvent, useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { MailRecord } from '../../../model/mail-records.ts'
import { operatorApi } from '../operator-queries.ts'

/** Checks SPF, DKIM and DMARC of the sender's domain. */
export function MailDomain({ domain, sender }: { domain: string | null; sender: string }) {
  const [records, setRecords] = useState<readonly MailRecord[]>([])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget).get('selector')
    setBusy(true)
    setProblem(undefined)
    try {
      const selector = typeof entered === 'string' ? entered.trim() : ''
      setRecords((await operatorApi.checkMailDomain({ selector })).records)
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="domain" className="grid gap-4">
      <div>
        <h2 id="domain" className="text-xl">
          Records of the domain
        </h2>
        <p className="mt-1 max-w-[64ch] text-sm text-muted">
          Receivers trust mails of a domain that names its servers (SPF), signs its mails (DKIM) and says what to do
          with forged ones (DMARC).
        </p>
      </div>
      {domain === null ? (
        <Notice tone="info" title="Nothing to check yet">
          Mails come from {sender}, and nobody can publish records of that domain. Set PUBLIC_URL or MAIL_FROM first.
        </Notice>
      ) : (
        <form
          method="post"
          noValidate
          onSubmit={(event) => void check(event)}
          className="flex flex-wrap items-start gap-3"
        >
          <div className="min-w-56">
            <TextField
              name="selector"
              label="DKIM selector"
              hint="Your mail provider names it."
              maxLength={63}
              error={problem}
            />
          </div>
          <Button type="submit" busy={isBusy} className="mt-6.5">
            Check {domain}
          </Button>
        </form>
      )}
      {records.length > 0 && (
        <ul aria-label="Records" className="grid gap-4">
          {records.map((record) => (
            <Record key={record.kind} record={record} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Record({ record: { kind, state, name, found, advice } }: { record: MailRecord }) {
  return (
    <li className="grid gap-1 border-l-2 border-border-strong pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{kind}</span>
        <Badge tone={TONE[state]}>{LABEL[state]}</Badge>
        <span className="wrap-anywhere text-faint">{name}</span>
      </p>
      <p className="text-muted">{advice}</p>
      {found !== null && (
        <code className="rounded-sm bg-sunken p-2 text-xs wrap-anywhere whitespace-pre-line">{found}</code>
      )}
    </li>
  )
}

const LABEL = { fine: 'Fine', weak: 'Weak', wrong: 'Wrong', missing: 'Missing', unknown: 'Not checked' } as const
const TONE = {
  fine: 'success',
  weak: 'warning',
  wrong: 'error',
  missing: 'error',
  unknown: 'neutral',
} as const satisfies Record<keyof typeof LABEL, Tone | 'neutral'>
