import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionLine, QueryState, useMay, UserLink } from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { isDown } from '../../model/case-rules.ts'
import { KIND_LABEL, REASON_LABEL } from '../../model/limits.ts'
import { MODERATION_DUTIES } from '../../model/moderation-duties.ts'
import type { CaseDetails } from '../../model/operator-contract.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseBadge } from './case-badge.tsx'
import { moderationQueries } from './moderation-queries.ts'

/** /operator/reports/:caseId: everything reported about one thing, and what to do about it. */
export function OperatorCasePage({ caseId }: { caseId: string }) {
  const query = useQuery(moderationQueries.report.queryOptions({ input: { caseId }, staleTime: 0 }))
  return (
    <>
      <Link to="/operator/reports" className={buttonClass({ variant: 'ghost', size: 'sm', className: 'mb-4 -ml-2.5' })}>
        <ArrowLeft aria-hidden="true" />
        Reports
      </Link>
      <QueryState query={query}>
        {(details) =>
          details === null ? (
            <>
              <h1 className="sr-only">Report</h1>
              <EmptyState title="No such report">Open it from the list.</EmptyState>
            </>
          ) : (
            <Case details={details} />
          )
        }
      </QueryState>
    </>
  )
}

function Case({ details }: { details: CaseDetails }) {
  const { id, title, kind, state, objection, objectedAt } = details
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-4">
        <h1 className="flex flex-wrap items-center gap-2 text-2xl">
          <span className="min-w-0 wrap-anywhere">{title || `Erased ${KIND_LABEL[kind]}`}</span>
          <CaseBadge state={state} />
        </h1>
        {objection !== null && objectedAt !== null && (
          <Notice
            tone={state === 'objected' ? 'warning' : 'info'}
            title={`The owner objected, ${formatMoment(objectedAt)}`}
          >
            <span className="whitespace-pre-line">{objection}</span>
          </Notice>
        )}
        <CaseActions details={details} />
      </header>
      <Facts details={details} />
      <Reports details={details} />
      <History caseId={id} />
    </div>
  )
}

const LINK = 'hit-target inline-flex items-center gap-1 text-accent-text underline underline-offset-3'

function Facts({ details: { kind, path, owner, reports, createdAt, reason, state } }: { details: CaseDetails }) {
  const mayDecide = useMay(MODERATION_DUTIES.decideReport)
  const isClosed = isDown(state) || owner?.isSuspended === true
  const facts: readonly { term: string; is: ReactNode }[] = [
    {
      term: 'Page',
      is:
        path === null ? (
          'Its link is gone'
        ) : isClosed && !mayDecide ? (
          'Closed: only operators who decide about reports open it'
        ) : (
          <span className="grid justify-items-start gap-1">
            <a href={path} target="_blank" rel="noreferrer" className={LINK}>
              Open the {KIND_LABEL[kind]}
              <ExternalLink aria-hidden="true" className="size-3.5" />
            </a>
            {isClosed && (
              <span className="text-sm text-faint">Closed to others. The audit log records that you open it.</span>
            )}
          </span>
        ),
    },
    {
      term: 'Owner',
      is:
        owner === null ? (
          'Erased'
        ) : (
          <span className="inline-flex flex-wrap items-center gap-2">
            <UserLink id={owner.id}>{owner.name || owner.email}</UserLink>
            {owner.isSuspended && <Badge tone="error">Suspended</Badge>}
          </span>
        ),
    },
    { term: 'Reports', is: formatNumber(reports) },
    { term: 'First report', is: formatMoment(createdAt) },
    ...(reason === null ? [] : [{ term: 'Last reason', is: reason }]),
  ]
  return (
    <Card as="section" size="sm" aria-label="Reported page">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ term, is }) => (
          <div key={term}>
            <dt className="text-sm text-faint">{term}</dt>
            <dd className="wrap-anywhere">{is}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Reports({ details: { newest, reports } }: { details: CaseDetails }) {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="mb-3 text-xl">
        Reports
      </h2>
      <ul aria-label="Reports" className="grid gap-4">
        {newest.map(({ id, reason, text, email, createdAt }) => (
          <li key={id} className="grid gap-1 border-l-2 border-border-strong pl-3 text-sm">
            <p className="font-medium">{REASON_LABEL[reason]}</p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="text-faint wrap-anywhere">
              {formatMoment(createdAt)}, {email === null ? 'no answer wanted' : `answer to ${email}`}
            </p>
          </li>
        ))}
      </ul>
      {reports > newest.length && (
        <p className="mt-4 text-sm text-muted">
          The newest {formatNumber(newest.length)} of {formatNumber(reports)} reports.
        </p>
      )}
    </section>
  )
}

/** The decisions about this case; a case has few. */
function History({ caseId }: { caseId: string }) {
  const query = useQuery(moderationQueries.actions.queryOptions({ input: { subjectId: caseId, kind: 'changes' } }))
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-xl">
        Decisions
      </h2>
      <QueryState query={query}>
        {({ actions }) =>
          actions.length === 0 ? (
            <EmptyState title="Not decided yet">Each decision appears here with its reason.</EmptyState>
          ) : (
            <ul aria-label="Decisions" className="grid gap-4">
              {actions.map((action) => (
                <ActionLine key={action.id} action={action} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
