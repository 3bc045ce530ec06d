import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, QueryState, ReasonDialog, StateBadge, useActionDone } from '#features/operations/web/index.ts'
import { formatMonth } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { AdminPayout } from '../../model/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { administrationApi, administrationQueries } from '../administration/administration-queries.ts'
import { correctedText, PayoutCorrections } from './payout-corrections.tsx'
import { ADMINISTRATION_DUTIES } from '../../model/administration-duties.ts'
import { May } from '#features/operations/web/index.ts'

/** The payouts of one month, with the actions on all or one of them. */
export function BatchPayouts({ period, onStatement }: { period: string; onStatement: (id: string) => void }) {
  const query = useQuery(administrationQueries.payouts.queryOptions({ input: { period }, staleTime: 0 }))
  const [decision, setDecision] = useState<Decision>()
  const decide = useDecisions(setDecision)
  return (
    <section aria-labelledby="batch">
      <QueryState query={query}>
        {(payouts) => (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="batch" className="text-xl">
                {formatMonth(period)}
              </h2>
              <BatchButtons payouts={payouts} decide={decide} />
            </div>
            {payouts.length === 0 ? (
              <EmptyState title="No payout">Nobody had enough approved commission this month.</EmptyState>
            ) : (
              <PayoutTable payouts={payouts} decide={decide} onStatement={onStatement} />
            )}
          </>
        )}
      </QueryState>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </section>
  )
}

type Decide = Record<'approve' | 'pay' | 'cancel', (payouts: readonly AdminPayout[]) => void>

function useDecisions(open: (decision: Decision) => void): Decide {
  const done = useActionDone()
  return {
    approve: (payouts) =>
      open({
        title: `Approve ${pluralize(payouts.length, 'payout')}`,
        description: `${sumText(payouts)} in total. If a payout has changed since this page loaded, none is approved.`,
        button: 'Approve',
        requires: 'reason-and-password',
        more: <PayoutCorrections payouts={payouts} />,
        submit: (text) =>
          done(
            administrationApi.approvePayouts({
              payouts: payouts.map(({ id, cents }) => ({ id, cents })),
              reason: text('reason'),
              ...(text('password') !== '' && { password: text('password') }),
            }),
            `Approved: ${pluralize(payouts.length, 'payout')}.`,
          ),
      }),
    pay: (payouts) =>
      open({
        title: `Mark ${pluralize(payouts.length, 'payout')} as paid`,
        description: `${sumText(payouts)} in total. Each affiliate gets a mail. This cannot be undone.`,
        button: 'Mark as paid',
        requires: 'reason',
        more: (
          <TextField
            name="reference"
            label="Reference"
            hint="The transfer reference of the bank or PayPal."
            maxLength={140}
          />
        ),
        submit: (text) =>
          done(
            administrationApi.payPayouts({
              ids: payouts.map(({ id }) => id),
              reference: text('reference'),
              reason: text('reason'),
            }),
            `Marked as paid: ${pluralize(payouts.length, 'payout')}.`,
          ),
      }),
    cancel: ([payout]) => {
      if (payout === undefined) return
      open({
        title: `Cancel the payout to ${payout.referralUsername}`,
        description:
          payout.state === 'approved'
            ? 'Its commissions return to the balance and go into the next payout. The affiliate gets your reason by mail.'
            : 'Its commissions return to the balance and go into the next payout.',
        button: 'Cancel payout',
        requires: 'reason',
        isDanger: true,
        submit: (text) =>
          done(
            administrationApi.cancelPayout({ payoutId: payout.id, reason: text('reason') }),
            'The payout is cancelled.',
          ),
      })
    },
  }
}

function BatchButtons({ payouts, decide }: { payouts: readonly AdminPayout[]; decide: Decide }) {
  const prepared = payouts.filter(({ state }) => state === 'prepared')
  const payable = payouts.filter(({ state }) => PAYABLE.includes(state))
  return (
    <div className="flex flex-wrap gap-2">
      <May duty={ADMINISTRATION_DUTIES.payPayouts}>
        {prepared.length > 0 && (
          <Button onClick={() => decide.approve(prepared)}>
            Approve {pluralize(prepared.length, 'payout')}, {sumText(prepared)}
          </Button>
        )}
        {payable.length > 0 && (
          <Button onClick={() => decide.pay(payable)}>
            Mark {pluralize(payable.length, 'payout')} as paid, {sumText(payable)}
          </Button>
        )}
      </May>
    </div>
  )
}

function PayoutTable(o: { payouts: readonly AdminPayout[]; decide: Decide; onStatement: (id: string) => void }) {
  return (
    <DataTable
      label="Payouts"
      rows={o.payouts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Affiliate',
          render: ({ referralUsername, displayName }) => (
            <>
              {referralUsername}
              {displayName !== '' && <span className="block text-sm font-normal text-faint">{displayName}</span>}
            </>
          ),
        },
        {
          name: 'State',
          render: ({ state, affiliateState, hasNewDetails, reason, ...payout }) => (
            <span className="flex flex-wrap gap-1 max-md:justify-end">
              <StateBadge state={state} />
              {affiliateState !== 'active' && UNPAID.includes(state) && (
                <Badge tone="warning">Affiliate {affiliateState}</Badge>
              )}
              {hasNewDetails && UNPAID.includes(state) && <Badge tone="warning">Details changed since</Badge>}
              {[reason, correctedText(payout)].map(
                (text) =>
                  text !== null && (
                    <span key={text} className="block w-full text-faint">
                      {text}
                    </span>
                  ),
              )}
            </span>
          ),
        },
        { name: 'Paid to', render: ({ label, country }) => `${label}, ${country}` },
        { name: 'Lines', isFigure: true, render: ({ lines }) => lines },
        { name: 'Sum', isFigure: true, render: ({ cents, currency }) => formatMoney(cents, currency) },
        { name: 'Reference', render: ({ reference }) => reference ?? '–' },
        { name: 'Actions', hasNoHead: true, render: (payout) => <RowActions payout={payout} {...o} /> },
      ]}
    />
  )
}

function RowActions({
  payout,
  decide,
  onStatement,
}: {
  payout: AdminPayout
  decide: Decide
  onStatement: (id: string) => void
}) {
  const to = <span className="sr-only"> {payout.referralUsername}</span>
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <May duty={ADMINISTRATION_DUTIES.payPayouts}>
        {PAYABLE.includes(payout.state) && (
          <Button size="sm" onClick={() => decide.pay([payout])}>
            Mark as paid{to}
          </Button>
        )}
        {UNPAID.includes(payout.state) && (
          <Button size="sm" variant="ghost" onClick={() => decide.cancel([payout])}>
            Cancel{to}
          </Button>
        )}
      </May>
      {payout.state !== 'cancelled' && (
        <Button size="sm" variant="ghost" onClick={() => onStatement(payout.id)}>
          Statement{to}
        </Button>
      )}
    </div>
  )
}

/** '$80.00' or '$80.00 and €20.00' */
function sumText(payouts: readonly AdminPayout[]): string {
  const sums = new Map<string, number>()
  for (const { currency, cents } of payouts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].map(([currency, cents]) => formatMoney(cents, currency)).join(' and ')
}

const PAYABLE: readonly string[] = ['approved', 'failed']
const UNPAID: readonly string[] = ['prepared', 'approved', 'failed']
