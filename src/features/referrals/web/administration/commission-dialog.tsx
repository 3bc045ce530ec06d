import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ActionLine,
  nameOf,
  QueryState,
  ReasonDialog,
  StateBadge,
  useActionDone,
} from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatPercent } from '#platform/shared/format/numbers.ts'
import type { CommissionStep, AdminCommission } from '../../model/index.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { administrationApi, administrationQueries } from './administration-queries.ts'
import { ADMINISTRATION_DUTIES } from '../../model/administration-duties.ts'
import { useMay } from '#features/operations/web/index.ts'

/** A commission with its state, entries and decisions. */
export function CommissionDialog({ commissionId, onClose }: { commissionId: string | undefined; onClose: () => void }) {
  const query = useQuery(
    administrationQueries.commission.queryOptions({
      input: commissionId === undefined ? skipToken : { commissionId },
      staleTime: 0,
    }),
  )
  return (
    <Dialog open={commissionId !== undefined} onClose={onClose} title="Commission" size="lg">
      <QueryState query={query}>
        {({ commission, steps, actions }) => (
          <div className="grid gap-6 pb-5">
            <Facts commission={commission} />
            <Decisions commission={commission} />
            <section aria-labelledby="entries">
              <h3 id="entries" className="mb-2 text-lg">
                Entries
              </h3>
              <ol className="grid gap-2">
                {steps.map((step) => (
                  <Step key={`${step.at} ${step.what} ${step.cents}`} step={step} currency={commission.currency} />
                ))}
              </ol>
            </section>
            {actions.length > 0 && (
              <section aria-labelledby="decided">
                <h3 id="decided" className="mb-2 text-lg">
                  Decided by operators
                </h3>
                <ul className="grid gap-3">
                  {actions.map((action) => (
                    <ActionLine key={action.id} action={action} />
                  ))}
                </ul>
              </section>
            )}
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

function Facts({ commission }: { commission: AdminCommission }) {
  const { productName, referralUsername, state, cents, baseCents, bps, currency, holds, reason, payout } = commission
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 text-lg">
        {productName} <StateBadge state={state} />
      </p>
      <p className="tabular text-muted">
        {formatMoney(cents, currency)} for {referralUsername ?? 'a deleted affiliate'}, {formatPercent(bps / 10_000)} of{' '}
        {formatMoney(baseCents, currency)}
        {payout !== null && `, in the payout of ${payout}`}
      </p>
      {holds.length > 0 && <p className="text-sm text-warning">On hold: {holds.map(nameOf).join(', ')}</p>}
      {reason !== null && <p className="text-sm text-muted">“{reason}”</p>}
    </div>
  )
}

function Decisions({ commission: { id, state, kind } }: { commission: AdminCommission }) {
  const [what, setWhat] = useState<'hold' | 'release' | 'void'>()
  const [isFraud, setFraud] = useState(false)
  const done = useActionDone()
  const may = useMay(ADMINISTRATION_DUTIES.decideCommission)
  if (kind === 'clawback' || !OPEN.includes(state) || !may) return null
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'hold' ? (
        <Button onClick={() => setWhat('release')}>Release</Button>
      ) : (
        <Button onClick={() => setWhat('hold')}>Hold</Button>
      )}
      <Button variant="danger" onClick={() => setWhat('void')}>
        Void
      </Button>
      <ReasonDialog
        onClose={() => setWhat(undefined)}
        decision={
          what && {
            ...WORDS[what],
            requires: 'reason',
            isDanger: what === 'void',
            more: what === 'void' && (
              <Switch
                label="Fraud: also refuse later commissions of this customer"
                checked={isFraud}
                onChange={setFraud}
              />
            ),
            submit: (text) =>
              done(
                administrationApi.decideCommission({
                  commissionId: id,
                  decision: what,
                  reason: text('reason'),
                  isFraud: what === 'void' && isFraud,
                }),
                WORDS[what].said,
              ),
          }
        }
      />
    </div>
  )
}

function Step({ step: { at, what, cents, text }, currency }: { step: CommissionStep; currency: string }) {
  return (
    <li className="grid gap-x-4 border-l-2 border-border-strong pl-3 text-sm sm:grid-cols-[1fr_auto]">
      <p>
        <span className="font-medium">{STEP[what]}</span>
        {text !== null && <span className="text-muted">, {text}</span>}
        <time dateTime={at} className="block text-faint">
          {formatMoment(at, 'utc')}
        </time>
      </p>
      {cents !== null && (
        <p className="tabular">{cents > 0 ? `+${formatMoney(cents, currency)}` : formatMoney(cents, currency)}</p>
      )}
    </li>
  )
}

const OPEN: readonly string[] = ['pending', 'hold', 'approved']
const STEP: Readonly<Record<CommissionStep['what'], string>> = {
  bought: 'Bought',
  taken_back: 'Taken back',
  given_back: 'Given back',
  approved: 'Approved',
  clawback: 'Clawback',
  payout_prepared: 'Added to a payout',
  payout_approved: 'Payout approved',
  paid_out: 'Paid out',
}
const WORDS = {
  hold: {
    title: 'Hold this commission',
    description: 'It is neither approved nor paid until you release it. The affiliate sees your reason.',
    button: 'Hold',
    said: 'The commission is on hold.',
  },
  release: {
    title: 'Release this commission',
    description: 'It waits again and is approved when it is due. An open dispute keeps it on hold.',
    button: 'Release',
    said: 'The commission is released.',
  },
  void: {
    title: 'Void this commission',
    description: 'The rest of it is reversed for good. The affiliate gets your reason.',
    button: 'Void',
    said: 'The commission is void.',
  },
} as const
