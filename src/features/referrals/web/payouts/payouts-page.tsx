import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead, QueryState, ReasonDialog, useActionDone, useFilters } from '#features/operations/web/index.ts'
import { formatMonth } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import type { PayoutBatch } from '../../model/index.ts'
import { toast } from '#platform/web/toasts.tsx'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { BatchPayouts } from './batch-payouts.tsx'
import { ClosedBalances } from '../administration/closed-balances.tsx'
import { administrationApi, administrationQueries } from '../administration/administration-queries.ts'
import { PayoutStatement } from './payout-statement.tsx'
import { saveText } from '../administration/save-text.ts'
import { ADMINISTRATION_DUTIES } from '../../model/administration-duties.ts'
import { May } from '#features/operations/web/index.ts'

/** /operator/payouts: the batches, the payouts of one, and one payout's statement. */
export function OperatorPayoutsPage() {
  const filters = useFilters()
  const batches = useQuery(administrationQueries.payoutBatches.queryOptions({ staleTime: 0 }))
  const statement = filters.of('statement')
  const period = filters.of('period') ?? batches.data?.[0]?.period
  if (statement !== undefined) {
    return <PayoutStatement payoutId={statement} onBack={() => filters.set({ statement: undefined })} />
  }
  return (
    <>
      <PageHead
        title="Payouts"
        lead="Prepared on the first of each month, approved by you, paid by your bank."
        actions={<BatchActions onPrepared={(prepared) => filters.set({ period: prepared })} />}
      />
      <QueryState query={batches}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No payout yet">
              A batch is prepared on the first of the month, or when you prepare it.
            </EmptyState>
          ) : (
            <div className="grid gap-8">
              <Batches batches={list} current={period} onOpen={(to) => filters.set({ period: to })} />
              {period !== undefined && (
                <BatchPayouts key={period} period={period} onStatement={(id) => filters.set({ statement: id })} />
              )}
            </div>
          )
        }
      </QueryState>
      <div className="mt-8">
        <ClosedBalances />
      </div>
    </>
  )
}

function BatchActions({ onPrepared }: { onPrepared: (period: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const done = useActionDone()

  async function download() {
    setBusy(true)
    try {
      const { csv, name } = await administrationApi.exportPayouts()
      saveText({ text: csv, name, type: 'text/csv' })
    } catch (error) {
      toast.error(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <May duty={ADMINISTRATION_DUTIES.exportPayouts}>
        <Button busy={isBusy} onClick={() => void download()}>
          Export approved as CSV
        </Button>
      </May>
      <May duty={ADMINISTRATION_DUTIES.preparePayouts}>
        <Button variant="primary" onClick={() => setAsking(true)}>
          Prepare this month
        </Button>
      </May>
      <ReasonDialog
        onClose={() => setAsking(false)}
        decision={
          isAsking
            ? {
                title: 'Prepare this month’s payouts',
                description:
                  'Everyone with enough approved commission gets a payout. Preparing twice has no effect; nothing is paid yet.',
                button: 'Prepare',
                requires: 'reason',
                submit: (text) =>
                  done(
                    administrationApi
                      .preparePayouts({ reason: text('reason') })
                      .then(({ period }) => onPrepared(period)),
                    'The batch is prepared.',
                  ),
              }
            : undefined
        }
      />
    </>
  )
}

function Batches(o: {
  batches: readonly PayoutBatch[]
  current: string | undefined
  onOpen: (period: string) => void
}) {
  return (
    <DataTable
      label="Batches"
      rows={o.batches}
      keyOf={({ period, currency }) => `${period} ${currency}`}
      columns={[
        { name: 'Month', render: ({ period }) => formatMonth(period) },
        { name: 'Payouts', isFigure: true, render: ({ payouts }) => payouts },
        { name: 'Sum', isFigure: true, render: ({ cents, currency }) => formatMoney(cents, currency) },
        { name: 'To approve', isFigure: true, render: ({ prepared }) => prepared },
        { name: 'To pay', isFigure: true, render: ({ approved }) => approved },
        { name: 'Paid', isFigure: true, render: ({ paid }) => paid },
        {
          name: 'Actions',
          hasNoHead: true,
          render: ({ period }) => (
            <Button size="sm" aria-pressed={period === o.current} onClick={() => o.onOpen(period)}>
              {period === o.current ? 'Shown' : 'Show'}
              <span className="sr-only"> {formatMonth(period)}</span>
            </Button>
          ),
        },
      ]}
    />
  )
}
