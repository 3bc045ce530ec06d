import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type AlertRules, pageOfAlert } from '../../../model/alerts.ts'
import type { AlertState } from '../../../model/operator-alerts.ts'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'

const REFRESH_INTERVAL_MS = 30_000
const LEAD =
  'Which problems cause an alert, and who receives it: when a problem begins, while it lasts, and when it is over.'

/** /operator/alerts: the problems now, when operators get an alert, and where it goes. */
export function OperatorAlertsPage() {
  const state = useQuery(operatorQueries.alerts.queryOptions({ staleTime: 0, refetchInterval: REFRESH_INTERVAL_MS }))
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHead title="Alerts" lead={LEAD} />
      <QueryState query={state}>
        {({ open, rules }) => (
          <div className="grid gap-10">
            <OpenAlerts open={open} isWatched={rules.email !== null || rules.webhook !== null} />
            <RulesForm key={JSON.stringify(rules)} rules={rules} onDecide={setDecision} />
          </div>
        )}
      </QueryState>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

/** @param o.isWatched whether a notice has anywhere to go: otherwise no worker looks for problems */
function OpenAlerts({ open, isWatched }: Pick<AlertState, 'open'> & { isWatched: boolean }) {
  return (
    <section aria-labelledby="open-alerts">
      <h2 id="open-alerts" className="mb-3 text-xl">
        Now
      </h2>
      {open.length === 0 ? (
        <EmptyState title={isWatched ? 'No open alert' : 'Alerts are off'}>
          {isWatched
            ? 'Problems beyond the limits below appear here.'
            : 'Enter an address or a webhook below, and the limits. Until then nobody gets a notice.'}
        </EmptyState>
      ) : (
        <ul aria-label="Open alerts" className="grid gap-4">
          {open.map(({ kind, detail, since, notifiedAt }) => (
            <li key={kind} className="grid justify-items-start gap-0.5 border-l-2 border-error pl-3 text-sm">
              <p className="font-medium">{detail}</p>
              <p className="text-faint">
                Since <time dateTime={since}>{formatMoment(since)}</time>, last notice{' '}
                <time dateTime={notifiedAt}>{formatMoment(notifiedAt)}</time>
              </p>
              <Link to={pageOfAlert(kind).path} className="hit-target text-accent-text underline underline-offset-3">
                {pageOfAlert(kind).label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RulesForm({ rules, onDecide }: { rules: AlertRules; onDecide: (decision: Decision) => void }) {
  const done = useActionDone()
  const [isTesting, setTesting] = useState(false)
  const [draft, setDraft] = useState(rules)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(rules)
  const hasAddress = rules.email !== null || rules.webhook !== null

  const test = async () => {
    setTesting(true)
    await done(operatorApi.testAlert(), 'The test is on its way.')
      .catch((error: unknown) => toast.error(asAppError(error).message))
      .finally(() => setTesting(false))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) onDecide(savingOf(draft, done))
  }
  return (
    <form method="post" noValidate aria-label="Rules" onSubmit={save} className="grid max-w-3xl gap-8">
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-display text-xl font-semibold tracking-tight">Where alerts go</legend>
        <TextField
          type="email"
          label="Address"
          hint="Gets a mail; empty for none."
          value={draft.email ?? ''}
          onChange={(event) => setDraft({ ...draft, email: event.target.value || null })}
        />
        <TextField
          type="url"
          label="Webhook"
          hint="Gets a POST with JSON; empty for none."
          value={draft.webhook ?? ''}
          onChange={(event) => setDraft({ ...draft, webhook: event.target.value || null })}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-display text-xl font-semibold tracking-tight">When</legend>
        {LIMITS.map(({ name, label }) => (
          <TextField
            key={name}
            type="number"
            min={1}
            label={label}
            hint="Empty for never."
            value={draft[name] ?? ''}
            onChange={(event) => setDraft({ ...draft, [name]: numberOf(event.target.value) })}
          />
        ))}
        <TextField
          type="number"
          min={1}
          max={168}
          label="Hours until the next notice about the same problem"
          value={draft.quietHours || ''}
          onChange={(event) => setDraft({ ...draft, quietHours: numberOf(event.target.value) ?? 0 })}
        />
      </fieldset>
      <May duty={OPERATOR_DUTIES.saveAlertRules}>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={!isChanged}>
            Save
          </Button>
          <Button disabled={!isChanged} onClick={() => setDraft(rules)}>
            Discard changes
          </Button>
          <Button busy={isTesting} disabled={!hasAddress || isChanged} onClick={() => void test()}>
            Send a test
          </Button>
        </div>
      </May>
    </form>
  )
}

function savingOf(rules: AlertRules, done: ReturnType<typeof useActionDone>): Decision {
  return {
    title: 'Save the rules of alerts',
    description: 'They apply within a minute.',
    button: 'Save',
    requires: 'reason',
    submit: (text) => done(operatorApi.saveAlertRules({ rules, reason: text('reason') }), 'The rules are saved.'),
  }
}

/** A whole number; null for an empty field. */
function numberOf(text: string): number | null {
  return text === '' ? null : Math.trunc(Number(text))
}

const LIMITS = [
  { name: 'failedJobs', label: 'Jobs that failed within an hour' },
  { name: 'waitMinutes', label: 'Minutes that a job waits' },
  { name: 'failedMails', label: 'Mails that failed within an hour' },
  { name: 'stoppedAddresses', label: 'Addresses that bounced or complained within a day' },
  { name: 'backupHours', label: 'Hours since the last backup' },
  { name: 'storageGigabytes', label: 'Gigabytes of uploads' },
] as const
