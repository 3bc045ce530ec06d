import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  cursorFrom,
  type Decision,
  MoreButton,
  PageHead,
  QueryState,
  ReasonDialog,
  StateBadge,
  useActionDone,
  useFilters,
  usePages,
} from '#features/operations/web/index.ts'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import type { AffiliateDecision, AffiliateState, AdminAffiliate } from '../../model/index.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Applications } from './applications.tsx'
import { administrationApi, administrationQueries } from './administration-queries.ts'
import { useRenameAffiliate } from './use-rename-affiliate.tsx'
import { ADMINISTRATION_DUTIES } from '../../model/administration-duties.ts'
import { May } from '#features/operations/web/index.ts'

type Shown = AffiliateState | 'applied' | 'all'

/** /operator/affiliates: affiliates, applicants, and what they brought. */
export function OperatorAffiliatesPage() {
  const filters = useFilters()
  const shown = shownOf(filters.of('state'))
  const search = filters.of('search') ?? ''
  const waiting = useQuery(administrationQueries.applications.queryOptions())
  const count = waiting.data?.length ?? 0
  return (
    <>
      <PageHead title="Affiliates" lead="Affiliates, applicants, and what they brought." />
      <div className="mb-4 grid gap-3 md:grid-cols-[1fr_20rem] md:items-end">
        <Segmented
          label="Which affiliates"
          value={shown}
          onChange={(state) => filters.set({ state: state === 'all' ? undefined : state })}
          options={SHOWN.map(({ value, label }) => ({
            value,
            label: value === 'applied' && count > 0 ? `${label} (${count})` : label,
          }))}
        />
        <form
          method="post"
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            const entered = new FormData(event.currentTarget).get('search')
            filters.set({ search: typeof entered === 'string' ? entered.trim() : '' })
          }}
        >
          <TextField
            key={search}
            name="search"
            type="search"
            label="Search by name, address or code"
            hideLabel
            placeholder="Name, address or code, then Enter"
            defaultValue={search}
          />
        </form>
      </div>
      {shown === 'applied' ? (
        <QueryState query={waiting}>{(applications) => <Applications applications={applications} />}</QueryState>
      ) : (
        <Affiliates state={shown === 'all' ? undefined : shown} search={search} />
      )}
    </>
  )
}

function Affiliates({ state, search }: { state: AffiliateState | undefined; search: string }) {
  const filter = { search, ...(state !== undefined && { state }) }
  const pages = usePages({
    queryKey: administrationQueries.affiliates.queryKey({ input: filter }),
    load: (before) => administrationApi.affiliates({ ...filter, ...cursorFrom(before) }),
  })
  const [decision, setDecision] = useState<Decision>()
  const decide = useDecide(setDecision)
  const rename = useRenameAffiliate(setDecision)
  return (
    <QueryState query={pages}>
      {({ pages: loaded }) => {
        const rows = loaded.flatMap(({ affiliates }) => affiliates)
        if (rows.length === 0) return <EmptyState title="Nobody">No affiliate fits these filters.</EmptyState>
        return (
          <>
            <AffiliateTable rows={rows} onDecide={decide} onRename={rename} />
            <MoreButton pages={pages} />
            <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
          </>
        )
      }}
    </QueryState>
  )
}

type Decide = (affiliate: AdminAffiliate, decision: AffiliateDecision) => void
type AffiliateDecisions = { onDecide: Decide; onRename: (affiliate: AdminAffiliate) => void }

function useDecide(open: (decision: Decision) => void): Decide {
  const done = useActionDone()
  return ({ id, referralUsername }, decision) => {
    const { verb, description, said } = WORDS[decision]
    open({
      title: `${verb} ${referralUsername}`,
      description,
      button: verb,
      requires: 'reason' as const,
      isDanger: decision === 'suspend',
      submit: (text) =>
        done(
          administrationApi.decideAffiliate({ affiliateId: id, decision, reason: text('reason') }),
          `${referralUsername} ${said}.`,
        ),
    })
  }
}

function AffiliateTable({ rows, ...decisions }: { rows: readonly AdminAffiliate[] } & AffiliateDecisions) {
  return (
    <DataTable
      label="Affiliates"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Affiliate',
          render: ({ referralUsername, displayName, email }) => (
            <>
              {referralUsername}
              <span className="block text-sm font-normal break-all text-faint">
                {displayName !== '' && `${displayName}, `}
                {email}
              </span>
            </>
          ),
        },
        { name: 'State', render: ({ state }) => <StateBadge state={state} /> },
        { name: 'Since', render: ({ joinedAt }) => formatShortDay(joinedAt) },
        { name: 'Referrals', isFigure: true, render: ({ referrals, paidUsers }) => `${referrals}, ${paidUsers} paid` },
        { name: 'Waiting', isFigure: true, render: ({ balances }) => sums(balances, 'waiting') },
        { name: 'Approved', isFigure: true, render: ({ balances }) => sums(balances, 'approved') },
        { name: 'Paid out', isFigure: true, render: ({ balances }) => sums(balances, 'paid') },
        { name: 'Actions', hasNoHead: true, render: (row) => <RowActions affiliate={row} {...decisions} /> },
      ]}
    />
  )
}

function RowActions({ affiliate, onDecide, onRename }: { affiliate: AdminAffiliate } & AffiliateDecisions) {
  const { state, referralUsername } = affiliate
  return (
    <div className="flex flex-wrap items-center gap-3 md:justify-end">
      <Link
        to={`/operator/commissions?username=${referralUsername}`}
        className="hit-target text-accent-text underline underline-offset-3"
      >
        Commissions<span className="sr-only"> of {referralUsername}</span>
      </Link>
      {state !== 'closed' && (
        <May duty={ADMINISTRATION_DUTIES.renameAffiliate}>
          <Button size="sm" variant="ghost" onClick={() => onRename(affiliate)}>
            Rename<span className="sr-only"> {referralUsername}</span>
          </Button>
        </May>
      )}
      <May duty={ADMINISTRATION_DUTIES.decideAffiliate}>
        {state === 'active' && (
          <Button size="sm" onClick={() => onDecide(affiliate, 'suspend')}>
            Suspend<span className="sr-only"> {referralUsername}</span>
          </Button>
        )}
        {state === 'suspended' && (
          <Button size="sm" onClick={() => onDecide(affiliate, 'reinstate')}>
            Reinstate<span className="sr-only"> {referralUsername}</span>
          </Button>
        )}
      </May>
    </div>
  )
}

function sums(balances: AdminAffiliate['balances'], which: 'waiting' | 'approved' | 'paid'): string {
  const found = balances.filter((balance) => balance[which] !== 0)
  return found.length === 0 ? '–' : found.map((balance) => formatMoney(balance[which], balance.currency)).join(', ')
}

function shownOf(state: string | undefined): Shown {
  return SHOWN.find(({ value }) => value === state)?.value ?? 'all'
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'applied', label: 'Applied' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'closed', label: 'Closed' },
] as const satisfies { value: Shown; label: string }[]
const WORDS = {
  suspend: {
    verb: 'Suspend',
    description: 'Their links stop working and they get no payouts until they are reinstated.',
    said: 'is suspended',
  },
  reinstate: {
    verb: 'Reinstate',
    description: 'Their links work again, and pending payouts continue.',
    said: 'is reinstated',
  },
} as const
