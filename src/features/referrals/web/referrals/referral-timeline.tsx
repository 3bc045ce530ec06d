import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { Timeline, TimelineEvent } from '../../model/contract-statistics.ts'
import { useTimeline } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'

/** A referral from click to payout, in a dialog over the list. */
export function ReferralTimeline({ referralId, onClose }: { referralId: string; onClose: () => void }) {
  const timeline = useTimeline(referralId)
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={timeline.data === undefined ? 'Referral' : timeline.data.referral.person.email}
    >
      {/* Focus the content, not the close button. */}
      <div tabIndex={-1} data-focus-first className="outline-none">
        <QueryState query={timeline} name="referral">
          {(data) => <Events timeline={data} />}
        </QueryState>
      </div>
    </Dialog>
  )
}

function Events({ timeline: { events } }: { timeline: Timeline }) {
  return (
    <ol className="grid">
      {events.map((event, index) => (
        <li key={`${event.type} ${event.at} ${event.productName ?? ''}`} className="grid grid-cols-[1rem_1fr] gap-x-3">
          <span aria-hidden="true" className="grid grid-rows-[1.25rem_1fr] justify-items-center">
            <span
              className={classNames(
                'size-2.5 self-center rounded-full',
                event.type === 'approves' ? 'border-2 border-control' : DOT[toneOf(event.type)],
              )}
            />
            {index < events.length - 1 && <span className="w-px bg-border-strong" />}
          </span>
          <Event event={event} />
        </li>
      ))}
    </ol>
  )
}

function Event({ event: { type, at, cents, currency, productName, reason } }: { event: TimelineEvent }) {
  return (
    <div className="pb-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {WORDS[type]}
          {productName !== null && <span className="font-normal text-muted">: {productName}</span>}
        </span>
        {cents !== null && currency !== null && (
          <span className="tabular font-medium">{formatMoney(cents, currency)}</span>
        )}
      </p>
      <time dateTime={at} className="text-sm text-faint">
        {formatLongDay(at, 'utc')}
      </time>
      {reason !== null && <p className="mt-1 text-sm text-muted">{reason}</p>}
    </div>
  )
}

function toneOf(type: TimelineEvent['type']): keyof typeof DOT {
  if (type === 'taken_back' || type === 'rejected') return 'bad'
  return type === 'held' ? 'waiting' : 'good'
}

const DOT = { good: 'bg-accent', bad: 'bg-error', waiting: 'bg-warning' }
const WORDS: Readonly<Record<TimelineEvent['type'], string>> = {
  clicked: 'Followed your link',
  signed_up: 'Signed up',
  verified: 'Confirmed their e-mail',
  paid: 'Paid',
  held: 'On hold',
  taken_back: 'Reversed',
  given_back: 'Reinstated',
  approves: 'Will be approved',
  approved: 'Approved',
  rejected: 'Refused',
  paid_out: 'Paid out to you',
}
