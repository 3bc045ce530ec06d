import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { Button } from '#ui/button.tsx'
import type { Statement } from '../../model/contract-payouts.ts'
import { useStatement } from '../affiliate-queries.ts'
import { Answered } from '../answered.tsx'
import { money, monthTitle, TEXT_LINK, utcDayOf } from '../words.ts'
import { countryName } from './countries.ts'

/** One payout with every line it is made of, to be printed. */
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
      <Answered asked={statement} what="statement">
        {(data) => <Sheet statement={data} />}
      </Answered>
    </div>
  )
}

function Sheet({ statement: { payout, affiliate, lines } }: { statement: Statement }) {
  return (
    <article aria-labelledby="statement" className="rounded-xl border border-border-strong bg-surface p-6 sm:p-8">
      <h2 id="statement" className="text-2xl">
        Commission statement, {monthTitle(payout.period)}
      </h2>
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
        <p className="sm:text-right">
          {PRODUCT_NAME}
          <br />
          Prepared {utcDayOf(payout.preparedAt)}
          <br />
          {payout.paidAt === null ? 'Not yet paid' : `Paid ${utcDayOf(payout.paidAt)}`} to {payout.label}
        </p>
      </div>
      <Lines payout={payout} lines={lines} />
    </article>
  )
}

function Lines({ payout, lines }: Pick<Statement, 'payout' | 'lines'>) {
  return (
    <div className="mt-6 overflow-x-auto">
      <table className="w-full min-w-md text-left text-sm">
        <thead className="border-b border-border-strong text-faint">
          <tr>
            <th scope="col" className="py-2 font-medium">
              Date
            </th>
            <th scope="col" className="py-2 font-medium">
              Purchase
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Paid without tax
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Commission
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {lines.map((line) => (
            <tr key={`${line.date} ${line.kind} ${line.cents} ${line.productName}`} className="border-b border-border">
              <td className="py-2 pr-3">{utcDayOf(line.date)}</td>
              <td className="py-2 pr-3">
                {line.productName}
                {line.kind === 'clawback' && ', taken back after a refund'}
              </td>
              <td className="py-2 text-right">{money(line.baseCents, payout.currency)}</td>
              <td className="py-2 pl-4 text-right whitespace-nowrap">
                {line.kind === 'sale' && <span className="text-faint">{line.bps / 100}% is </span>}
                {money(line.cents, payout.currency)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="tabular text-base font-semibold">
            <th scope="row" colSpan={3} className="py-3 text-left">
              Sum
            </th>
            <td className="py-3 text-right">{money(payout.cents, payout.currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
