import { Link } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { Card } from '#ui/card.tsx'
import type { Dashboard } from '../../model/contract-statistics.ts'
import { TEXT_LINK, WAIT_DAYS } from '../labels.ts'

/** The next payout and the other balances. */
export function NextPayoutCard({ next, balances }: { next: Dashboard['nextPayout']; balances: Dashboard['balances'] }) {
  return (
    <Card as="section" aria-labelledby="next-payout" className="md:max-lg:col-span-2">
      <h3 id="next-payout" className="text-sm font-medium text-muted">
        Next payout
      </h3>
      <p className="tabular mt-1 font-display text-3xl font-bold">{formatMoney(next.cents, next.currency)}</p>
      <p className="mt-1 text-sm text-muted">
        <PayoutState next={next} />
      </p>
      {balances.map((balance) => (
        <dl
          key={balance.currency}
          className="mt-4 grid grid-cols-[1fr_auto] gap-y-1 border-t border-border pt-3 text-sm"
        >
          <Line label={`Waiting ${WAIT_DAYS} days`} cents={balance.pending} currency={balance.currency} />
          {balance.hold > 0 && <Line label="Under review" cents={balance.hold} currency={balance.currency} />}
          <Line label="Approved" cents={balance.approved} currency={balance.currency} />
          <Line label="Paid out" cents={balance.paid} currency={balance.currency} />
        </dl>
      ))}
    </Card>
  )
}

function Line({ label, cents, currency }: { label: string; cents: number; currency: string }) {
  return (
    <>
      <dt className="text-faint">{label}</dt>
      <dd className="tabular text-right">{formatMoney(cents, currency)}</dd>
    </>
  )
}

function PayoutState({ next }: { next: Dashboard['nextPayout'] }) {
  switch (next.state) {
    case 'due':
      return <>Prepared on {formatLongDay(next.date, 'utc')}.</>
    case 'below_minimum':
      return <>Paid out from {formatMoney(next.minimumCents, next.currency)} on; until then it adds up.</>
    case 'no_method':
      return (
        <>
          <Link to="/affiliate/payout-settings" className={TEXT_LINK}>
            Add a payout method
          </Link>{' '}
          before {formatLongDay(next.date, 'utc')}.
        </>
      )
    case 'frozen':
      return (
        <>
          Your payout details changed, so payouts are paused
          {next.frozenUntil !== null && <> until {formatLongDay(next.frozenUntil, 'utc')}</>}.
        </>
      )
    default:
      return next.state satisfies never
  }
}
