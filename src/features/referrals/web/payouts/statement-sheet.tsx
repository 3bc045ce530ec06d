import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDay, formatMonth } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatPercent } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Statement } from '../../model/contract-payouts.ts'
import { useStatement } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'
import { TEXT_LINK } from '../labels.ts'
import { countryName } from './countries.ts'

/** A printable payout with every line. */
export function StatementSheet({ payoutId }: { payoutId: string }) {
  const statement = useStatement(payoutId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <Link to="/affiliate/payout-settings" className={TEXT_LINK}>
          All payouts
        </Link>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <QueryState query={statement} name="statement">
        {(data) => <Sheet statement={data} />}
      </QueryState>
    </div>
  )
}

function Sheet({ statement }: { statement: Statement }) {
  const { payout, affiliate, lines, corrections, taxNote } = statement
  return (
    <Card as="article" size="xl" aria-labelledby="statement" className="print:border-0 print:p-0">
      <h2 id="statement" className="text-2xl">
        Commission statement, {formatMonth(payout.period)}
      </h2>
      <p className="tabular mt-1 text-sm text-muted">Number {statement.number}</p>
      <div className="mt-4 grid gap-4 text-sm text-muted sm:grid-cols-2">
        <p>
          <span className="block font-medium text-text">{affiliate.displayName || affiliate.referralUsername}</span>
          {affiliate.email}
          <br />
          {countryName(affiliate.country)}
          {affiliate.taxId !== null && (
            <>
              <br />
              Tax number {affiliate.taxId}
            </>
          )}
        </p>
        <p className="wrap-anywhere sm:text-right">
          <Issuer lines={statement.issuer} />
          Prepared {formatLongDay(payout.preparedAt, 'utc')}
          <br />
          {payout.paidAt === null ? 'To be paid' : `Paid ${formatLongDay(payout.paidAt, 'utc')}`} to {payout.label}
        </p>
      </div>
      <Lines payout={payout} lines={lines} />
      {taxNote !== null && <p className="mt-2 text-sm text-muted">{taxNote}</p>}
      {corrections.length > 0 && <Corrections payout={payout} corrections={corrections} />}
    </Card>
  )
}

/** Who pays, with the name first. */
function Issuer({ lines: [name, ...address] }: { lines: Statement['issuer'] }) {
  return (
    <>
      <span className="block font-medium text-text">{name}</span>
      {address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </>
  )
}

/** Why the sum differs from the prepared one. */
function Corrections({ payout, corrections }: Pick<Statement, 'payout' | 'corrections'>) {
  return (
    <section aria-labelledby="corrections" className="mt-6 border-t border-border pt-4 text-sm">
      <h3 id="corrections" className="font-medium">
        Corrected before the approval
      </h3>
      <ul className="mt-2 grid gap-2">
        {corrections.map(({ date, productName, wasCents, nowCents, reason }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two months taken back at once differ in nothing
          <li key={at} className="text-muted">
            <span className="tabular text-text">
              {productName}: {formatMoney(wasCents, payout.currency)} →{' '}
              {nowCents === 0 ? 'left out' : formatMoney(nowCents, payout.currency)}
            </span>
            <span className="block">
              {formatLongDay(date, 'utc')}: {reason}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lines({ payout, lines }: Pick<Statement, 'payout' | 'lines'>) {
  return (
    <div className="mt-6 overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-border-strong text-faint">
          <tr>
            <th scope="col" className="py-2 font-medium">
              Date
            </th>
            <th scope="col" className="py-2 font-medium">
              Purchase
            </th>
            <th scope="col" className="py-2 text-right font-medium max-sm:hidden">
              Paid without tax
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Commission
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {lines.map((line) => (
            <tr
              key={`${line.date} ${line.kind} ${line.cents} ${line.productName}`}
              className="border-b border-border align-top"
            >
              <td className="py-2 pr-3">{formatLongDay(line.date, 'utc')}</td>
              <td className="py-2 pr-3">{describeLine(line)}</td>
              <td className="py-2 text-right max-sm:hidden">
                {line.kind === 'sale' && formatMoney(line.baseCents, payout.currency)}
              </td>
              <td className="py-2 pl-4 text-right whitespace-nowrap">
                {line.kind === 'sale' && (
                  <span className="text-faint max-sm:hidden">{formatPercent(line.bps / 10_000)} is </span>
                )}
                {formatMoney(line.cents, payout.currency)}
                {line.kind === 'sale' && (
                  <span className="block text-faint sm:hidden">
                    {formatPercent(line.bps / 10_000)} of {formatMoney(line.baseCents, payout.currency)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="tabular text-base font-semibold">
            <th scope="row" colSpan={2} className="py-3 text-left">
              Total
            </th>
            <td className="max-sm:hidden" />
            <td className="py-3 text-right">{formatMoney(payout.cents, payout.currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function describeLine({ kind, cents, productName }: Statement['lines'][number]): string {
  if (kind === 'sale') return productName
  if (kind === 'refund') return `${productName}, part refunded before this payout`
  return `${productName}, ${cents < 0 ? 'reversed after a refund' : 'reinstated after a failed refund'}`
}
