import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatAge, formatAgo } from '#platform/shared/format/durations.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Health } from '../../../model/operator-contract.ts'
import { LATE_BACKUP_MS, LONG_WAIT_MS } from '../../../model/operator-rules.ts'
import { DataTable } from '#ui/data-table.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { operatorQueries } from '../operator-queries.ts'
import { nameOf } from '../labels.ts'
import { PageHead } from '../lists/page-head.tsx'
import { OperatorTrends } from './trends.tsx'

const REFRESH_INTERVAL_MS = 30_000
const MINUTE_MS = 60_000
const UNENCRYPTED =
  'Not encrypted. Set BACKUP_PASSPHRASE_FILE and another BACKUP_FOLDER to encrypt new ones, or run bin/backup with --passphrase-file.'

/** /operator: the state of ledger, jobs, mails, files and backups, the release, and trends. */
export function OperatorOverviewPage() {
  const sells = useIsSelling()
  const health = useQuery(operatorQueries.health.queryOptions({ staleTime: 0, refetchInterval: REFRESH_INTERVAL_MS }))
  return (
    <>
      <PageHead
        title="Overview"
        lead={`The current state of ${sells ? 'ledger, ' : ''}jobs, mails, files and backups.`}
      />
      <QueryState query={health}>
        {(data) => (
          <div className="grid gap-8">
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {sells && <LedgerFigure audit={data.audits[0]} />}
              <JobsFigure jobs={data.jobs} />
              <MailsFigure mails={data.mails} />
              <StorageFigure storage={data.storage} />
              <BackupFigure backup={data.backup} />
              <ReleaseFigure release={data.release} />
            </div>
            <OperatorTrends />
            {sells && <Audits audits={data.audits} />}
          </div>
        )}
      </QueryState>
    </>
  )
}

function LedgerFigure({ audit }: { audit: Health['audits'][number] | undefined }) {
  if (audit === undefined)
    return <Figure title="Credit ledger" value="–" isGood note="The first audit runs within a day." />
  return (
    <Figure
      title="Credit ledger"
      value={audit.drift === 0 ? 'Adds up' : `Off by ${formatNumber(audit.drift)}`}
      isGood={audit.drift === 0}
      note={`Audited ${formatMoment(audit.at)}`}
    />
  )
}

function JobsFigure({ jobs }: { jobs: Health['jobs'] }) {
  const isLate = jobs.longestWaitMs > LONG_WAIT_MS
  const first = jobs.queued === 0 ? '' : `, the first for ${formatAge(jobs.longestWaitMs)}`
  return (
    <Figure
      title="Jobs"
      value={`${formatNumber(jobs.running)} running`}
      isGood={!isLate && jobs.failedToday === 0}
      note={`${formatNumber(jobs.queued)} waiting${first}; ${formatNumber(jobs.failedToday)} failed in the last day`}
      more={<Link to={`/operator/jobs${jobs.failedToday === 0 ? '' : '?state=failed'}`}>Open jobs</Link>}
    />
  )
}

function MailsFigure({ mails }: { mails: Health['mails'] }) {
  return (
    <Figure
      title="Mails"
      value={mails.failed === 0 ? 'No failures' : `${formatNumber(mails.failed)} failed`}
      isGood={mails.failed === 0}
      note={`${formatNumber(mails.queued)} queued, ${formatNumber(mails.waiting)} waiting for a mail server; ${pluralize(mails.stopped, 'address', 'addresses')} bounced or complained`}
      more={<Link to="/operator/mail">Open mails</Link>}
    />
  )
}

function StorageFigure({ storage }: { storage: Health['storage'] }) {
  if (storage === null) return <Figure title="Storage" value="–" isGood note="Not measured on this installation." />
  const { drift = 0, ...findings } = storage.findings
  return (
    <Figure
      title="Storage"
      value={`${formatBytes(storage.bytes)} of uploads`}
      isGood={drift === 0}
      note={
        storage.reconciledAt === null
          ? 'The first comparison with the files runs within a day.'
          : `${pluralize(drift, 'mismatch', 'mismatches')}, compared ${formatMoment(storage.reconciledAt)}`
      }
      more={
        Object.keys(findings).length > 0 && (
          <details className="text-sm">
            <summary className="text-muted">Findings</summary>
            <Findings findings={findings} />
          </details>
        )
      }
    />
  )
}

function BackupFigure({ backup: { made, failed } }: { backup: Health['backup'] }) {
  const failure = failed !== null && `The last one failed ${formatMoment(failed.at)}: ${failed.problem}`
  if (made === null)
    return (
      <Figure
        title="Backups"
        value="None"
        isGood={false}
        note={failure || 'Set BACKUP_FOLDER for a daily one, or run bin/backup.'}
      />
    )
  const { at, ageMs, sizeBytes, fileCount, isEncrypted } = made
  return (
    <Figure
      title="Backups"
      value={formatAgo(Math.max(ageMs, MINUTE_MS))}
      isGood={failed === null && ageMs < LATE_BACKUP_MS}
      note={failure || `${formatBytes(sizeBytes)} with ${pluralize(fileCount, 'file')}, ${formatMoment(at)}`}
      more={isEncrypted !== null && (isEncrypted ? 'Encrypted with a passphrase.' : UNENCRYPTED)}
    />
  )
}

function ReleaseFigure({ release: { version, migratedAt } }: { release: Health['release'] }) {
  return <Figure title="Release" value={version} isGood note={`Database prepared for it ${formatMoment(migratedAt)}`} />
}

function Figure(o: { title: string; value: string; note: string; isGood: boolean; more?: ReactNode }) {
  return (
    <Card as="section" size="sm" aria-label={o.title} className="grid content-start gap-1">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-sans text-sm font-medium tracking-normal text-muted">{o.title}</h2>
        <Badge tone={o.isGood ? 'success' : 'error'}>{o.isGood ? 'Fine' : 'Check'}</Badge>
      </div>
      <p className="tabular text-xl font-semibold">{o.value}</p>
      <p className="text-sm wrap-anywhere text-faint">{o.note}</p>
      {o.more !== undefined && o.more !== false && (
        <div className="mt-1 text-sm [&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-3">{o.more}</div>
      )}
    </Card>
  )
}

function Findings({ findings }: { findings: Readonly<Record<string, number>> }) {
  return (
    <dl className="mt-1 grid gap-0.5">
      {Object.entries(findings).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-faint">{nameOf(name).replace(/ bytes$/, ', size')}</dt>
          <dd className="tabular">{name.endsWith('Bytes') ? formatBytes(value) : formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Audits({ audits }: { audits: Health['audits'] }) {
  return (
    <section aria-labelledby="audits">
      <h2 id="audits" className="mb-3 text-xl">
        Nightly audits of the credit ledger
      </h2>
      {audits.length === 0 ? (
        <EmptyState title="No audit yet">The worker audits the whole ledger once a day.</EmptyState>
      ) : (
        <DataTable
          label="Audits"
          rows={audits}
          keyOf={({ at }) => at}
          columns={[
            { name: 'Audited', render: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
            { name: 'Off by', isFigure: true, render: ({ drift }) => formatNumber(drift) },
            { name: 'Found', render: ({ findings }) => foundText(findings) },
          ]}
        />
      )}
    </section>
  )
}

function foundText(findings: Readonly<Record<string, number>>): string {
  const found = Object.entries(findings).filter(([, value]) => value !== 0)
  return found.length === 0
    ? 'Nothing'
    : found.map(([name, value]) => `${nameOf(name)} ${formatNumber(value)}`).join(', ')
}
