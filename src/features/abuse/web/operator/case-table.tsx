import { Link } from 'react-router'
import { UserLink } from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { KIND_LABEL } from '../../model/limits.ts'
import type { ReportCase } from '../../model/operator-contract.ts'
import { CaseBadge } from './case-badge.tsx'

/** Cases, each leading to its page. @param hasOwner whether they belong to several owners */
export function CaseTable({ cases, hasOwner }: { cases: readonly ReportCase[]; hasOwner: boolean }) {
  return (
    <DataTable
      label="Reports"
      rows={cases}
      keyOf={({ id }) => id}
      columns={hasOwner ? [WHAT, OWNER, ...MORE] : [WHAT, ...MORE]}
    />
  )
}

const WHAT: Column<ReportCase> = {
  name: 'What',
  render: ({ id, kind, title }) => (
    <>
      <Link
        to={`/operator/reports/${id}`}
        className="hit-target wrap-anywhere text-accent-text underline underline-offset-3"
      >
        {title || 'Erased'}
      </Link>
      <span className="block text-sm font-normal text-faint first-letter:uppercase">{KIND_LABEL[kind]}</span>
    </>
  ),
}
const OWNER: Column<ReportCase> = {
  name: 'Owner',
  render: ({ owner }) =>
    owner === null ? (
      'Erased'
    ) : (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end">
        <UserLink id={owner.id}>{owner.name || owner.email}</UserLink>
        {owner.isSuspended && <Badge tone="error">Suspended</Badge>}
      </span>
    ),
}
const MORE: readonly Column<ReportCase>[] = [
  { name: 'State', render: ({ state }) => <CaseBadge state={state} /> },
  { name: 'Reports', isFigure: true, render: ({ reports }) => formatNumber(reports) },
  { name: 'Last change', render: ({ changedAt }) => formatMoment(changedAt) },
]
