import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { QueryState } from '#features/operations/web/index.ts'
import { formatMoment, formatMonth } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatPercent } from '#platform/shared/format/numbers.ts'
import type { Statement } from '../../model/index.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { administrationQueries } from '../administration/administration-queries.ts'
import { PayoutCorrections } from './payout-corrections.tsx'

/** A printable payout with every line, as its affiliate gets it. */
export function PayoutStatement({ payoutId, onBack }: { payoutId: string; onBack: () => void }) {
  const query = useQuery(administrationQueries.payoutStatement.queryOptions({ input: { payoutId } }))
  return (
    <>
      <div className="mb-5 flex items-center justify-between gap-4 print:hidden">
        <Button onClick={onBack}>All payouts</Button>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <QueryState query={query}>{(statement) => <Sheet statement={statement} />}</QueryState>
    </>
  )
}

function Sheet({ statement }: { statement: Statement }) {
  const { payout, affiliate, lines, corrections, taxNote } = statement
  return (
    <article aria-labelledby="statement">
      <h1 id="statement" className="text-2xl">
        Commission statement, {formatMonth(payout.period)}
      </h1>
      <p className="tabular mt-1 text-sm text-muted">Number {statement.number}</p>
      <div className="my-4 grid gap-4 text-sm text-muted sm:grid-cols-2">
        <p className="break-words">
          <span className="block font-medium text-text">{affiliate.displayName || affiliate.referralUsername}</span>
          {affiliate.email}, {affiliate.country}
          {affiliate.taxId !== null && `, tax number ${affiliate.taxId}`}
        </p>
        <p className="wrap-anywhere sm:text-right">
          <span className="block font-medium text-text">{statement.issuer.join(', ')}</span>
          {payout.label}
          <br />
          {payout.paidAt === null ? 'Not yet paid' : `Paid ${formatMoment(payout.paidAt, 'utc')}`}
        </p>
      </div>
      <DataTable
        label="Lines"
        rows={lines.map((line, n) => ({ ...line, n }))}
        keyOf={({ n }) => String(n)}
        columns={[
          {
            name: 'Purchase',
            render: ({ productName, kind, cents }) => `${productName}${lineStateText(kind, cents)}`,
          },
          { name: 'Date', render: ({ date }) => formatMoment(date, 'utc') },
          {
            name: 'Paid without tax',
            isFigure: true,
            render: ({ kind, baseCents }) => kind === 'sale' && formatMoney(baseCents, payout.currency),
          },
          {
            name: 'Rate',
            isFigure: true,
            render: ({ kind, bps }) => kind === 'sale' && formatPercent(bps / 10_000),
          },
          { name: 'Commission', isFigure: true, render: ({ cents }) => formatMoney(cents, payout.currency) },
        ]}
      />
      <p className="tabular mt-4 text-right text-lg font-semibold">
        Total {formatMoney(payout.cents, payout.currency)}
      </p>
      {taxNote !== null && <p className="mt-2 text-sm text-muted">{taxNote}</p>}
      <div className="mt-6">
        <PayoutCorrections payouts={[{ ...payout, ...affiliate, corrections }]} />
      </div>
    </article>
  )
}

function lineStateText(kind: Statement['lines'][number]['kind'], cents: number): string {
  if (kind === 'sale') return ''
  if (kind === 'refund') return ', part refunded before this payout'
  return cents < 0 ? ', reversed' : ', reinstated'
}
