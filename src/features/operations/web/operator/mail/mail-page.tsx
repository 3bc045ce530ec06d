import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import type { FailedMail, MailState } from '../../../model/operator-mail.ts'
import { MailDomain } from './mail-domain.tsx'
import { May } from '../may.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'
import { Suppressions } from './suppressions.tsx'
import { cursorFrom, usePages } from '../lists/use-pages.ts'

const REFRESH_INTERVAL_MS = 2_000

/** /operator/mail: how mails are sent, whether the sender's domain vouches for them, and those that failed or came back. */
export function OperatorMailPage() {
  const state = useQuery(
    operatorQueries.mailState.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.test?.state === 'queued' ? REFRESH_INTERVAL_MS : false),
    }),
  )
  return (
    <>
      <PageHead title="Mail" lead="How this site sends mails, and the mails that could not be sent or came back." />
      <QueryState query={state}>
        {(data) => (
          <div className="grid gap-10">
            <Sending state={data} />
            <MailDomain domain={data.domain} sender={data.sender} />
            <Failures />
            <Suppressions bounceAddress={data.bounceAddress} />
          </div>
        )}
      </QueryState>
    </>
  )
}

function Sending({ state }: { state: MailState }) {
  const { sender, hasServer, mails, test } = state
  const done = useActionDone()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await done(operatorApi.sendTestMail(), hasServer ? 'The test mail is on its way.' : 'The test mail waits.')
      .catch((error: unknown) => toast.error(asAppError(error).message))
      .finally(() => setBusy(false))
  }
  return (
    <section aria-labelledby="sending" className="grid gap-4">
      <h2 id="sending" className="text-xl">
        Sending
      </h2>
      {!hasServer && (
        <Notice tone="warning" title="There is no mail server">
          Mails stay in the outbox, and nobody can reset a password. Set SMTP_URL, then restart.
        </Notice>
      )}
      <Card className="grid justify-items-start gap-3">
        <p className="wrap-anywhere">
          <span className="text-muted">Sender:</span> {sender}
        </p>
        <p className="text-sm text-muted">
          {formatNumber(mails.queued)} queued, {formatNumber(mails.waiting)} waiting for a mail server,{' '}
          {formatNumber(mails.failed)} failed
        </p>
        <May duty={OPERATOR_DUTIES.sendTestMail}>
          <Button busy={isBusy} onClick={() => void send()}>
            Send a test mail to me
          </Button>
        </May>
        {test !== null && (
          <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={TONE[test.state]}>{LABEL[test.state]}</Badge>
            <span className="wrap-anywhere text-muted">
              The last test mail, to {test.recipient}, <time dateTime={test.at}>{formatMoment(test.at)}</time>
              {test.problem !== null && `: ${test.problem}`}
            </span>
          </p>
        )}
      </Card>
    </section>
  )
}

function Failures() {
  const pages = usePages({
    queryKey: operatorQueries.failedMails.queryKey({ input: {} }),
    load: (before) => operatorApi.failedMails(cursorFrom(before)),
  })
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" className="mb-3 text-xl">
        Failed mails
      </h2>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const mails = loaded.flatMap((page) => page.mails)
          if (mails.length === 0)
            return (
              <EmptyState title="No mail failed">
                A mail fails if its address refuses it, or after an hour of attempts.
              </EmptyState>
            )
          return (
            <>
              <DataTable
                label="Failed mails"
                rows={mails}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'To', render: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span> },
                  { name: 'Subject', render: ({ subject }) => subject },
                  { name: 'Failed', render: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
                  { name: 'Why', render: ({ problem }) => problem ?? 'Unknown' },
                  { name: 'Actions', hasNoHead: true, render: (mail) => <Retry mail={mail} /> },
                ]}
              />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function Retry({ mail: { id, recipient, subject } }: { mail: FailedMail }) {
  const done = useActionDone()
  const [decision, setDecision] = useState<Decision>()
  const retrying: Decision = {
    title: `Send again: ${subject}`,
    description: `The mail goes to ${recipient} within seconds.`,
    button: 'Send again',
    requires: 'reason',
    submit: (text) => done(operatorApi.retryMail({ mailId: id, reason: text('reason') }), 'The mail is sent again.'),
  }
  return (
    <May duty={OPERATOR_DUTIES.retryMail}>
      <Button size="sm" onClick={() => setDecision(retrying)}>
        Send again<span className="sr-only"> to {recipient}</span>
      </Button>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </May>
  )
}

const LABEL = { waiting: 'Waiting', queued: 'Queued', sent: 'Sent', failed: 'Failed', withheld: 'Withheld' } as const
const TONE = {
  waiting: 'warning',
  queued: 'neutral',
  sent: 'success',
  failed: 'error',
  withheld: 'warning',
} as const satisfies Record<keyof typeof LABEL, Tone | 'neutral'>
