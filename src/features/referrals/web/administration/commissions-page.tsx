import {
  cursorFrom,
  MoreButton,
  PageHead,
  QueryState,
  StateBadge,
  useFilters,
  usePages,
} from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import type { CommissionState, AdminCommission } from '../../model/index.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import { administrationApi, administrationQueries } from './administration-queries.ts'

/** /operator/commissions: what affiliates earned, with every entry. */
export function OperatorCommissionsPage() {
  const filters = useFilters()
  const filter = readFilter(filters.of)
  const pages = usePages({
    queryKey: administrationQueries.commissions.queryKey({ input: filter }),
    load: (before) => administrationApi.commissions({ ...filter, ...cursorFrom(before) }),
  })
  const opened = filters.of('commission')
  return (
    <>
      <PageHead title="Commissions" lead="What affiliates earned, newest purchase first." />
      <FilterBar filters={filters} />
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const rows = loaded.flatMap(({ commissions }) => commissions)
          if (rows.length === 0) return <EmptyState title="None">No commission fits these filters.</EmptyState>
          return (
            <>
              <Table rows={rows} onOpen={(commission) => filters.set({ commission })} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
      <CommissionDialog commissionId={opened} onClose={() => filters.set({ commission: undefined })} />
    </>
  )
}

function FilterBar({ filters }: { filters: ReturnType<typeof useFilters> }) {
  return (
    <form
      method="post"
      role="search"
      className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-[12rem_12rem_1fr_auto] md:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        const [username, month] = ['username', 'month'].map((name) => data.get(name))
        filters.set({
          username: typeof username === 'string' ? username.trim().toLowerCase() : '',
          month: typeof month === 'string' && PERIOD.test(month) ? month : '',
        })
      }}
    >
      <Select
        label="State"
        value={stateOf(filters.of('state')) ?? 'all'}
        onChange={(state) => filters.set({ state: state === 'all' ? undefined : state })}
        options={STATES}
      />
      <TextField
        key={`month ${filters.of('month')}`}
        name="month"
        label="Month"
        placeholder="2026-11"
        defaultValue={filters.of('month')}
        pattern="\d{4}-\d\d"
      />
      <TextField
        key={`username ${filters.of('username')}`}
        name="username"
        label="Affiliate"
        placeholder="Username"
        defaultValue={filters.of('username')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" className="self-end">
        Show
      </Button>
    </form>
  )
}

function Table({ rows, onOpen }: { rows: readonly AdminCommission[]; onOpen: (id: string) => void }) {
  return (
    <DataTable
      label="Commissions"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Purchase',
          render: ({ productName, kind }) => (kind === 'clawback' ? `${productName}, taken back` : productName),
        },
        { name: 'Affiliate', render: ({ referralUsername }) => referralUsername ?? '–' },
        { name: 'State', render: ({ state }) => <StateBadge state={state} /> },
        { name: 'Bought', render: ({ purchasedAt }) => formatMoment(purchasedAt, 'utc') },
        {
          name: 'Paid without tax',
          isFigure: true,
          render: ({ baseCents, currency }) => formatMoney(baseCents, currency),
        },
        { name: 'Commission', isFigure: true, render: ({ cents, currency }) => formatMoney(cents, currency) },
        {
          name: 'Actions',
          hasNoHead: true,
          render: ({ id, productName, referralUsername }) => (
            <Button size="sm" onClick={() => onOpen(id)}>
              Open
              <span className="sr-only">
                {' '}
                {productName} of {referralUsername ?? 'nobody'}
              </span>
            </Button>
          ),
        },
      ]}
    />
  )
}

function readFilter(of: (name: string) => string | undefined) {
  const [state, month, username] = [stateOf(of('state')), of('month'), of('username')]
  return {
    ...(state !== undefined && { state }),
    ...(month !== undefined && PERIOD.test(month) && { month }),
    ...(username !== undefined && { username }),
  }
}

function stateOf(state: string | undefined): CommissionState | undefined {
  const found = STATES.find(({ value }) => value === state)?.value
  return found === 'all' ? undefined : found
}

const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/
const STATES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'hold', label: 'On hold' },
  { value: 'approved', label: 'Approved' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'rejected', label: 'Voided' },
] as const satisfies { value: CommissionState | 'all'; label: string }[]
