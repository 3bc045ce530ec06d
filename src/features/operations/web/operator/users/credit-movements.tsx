import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { DataTable } from '#ui/data-table.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { ReasonDialog } from '../lists/reason-dialog.tsx'
import { AppError } from '#platform/shared/errors.ts'
import { cursorFrom, usePages } from '../lists/use-pages.ts'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'

/** A user's credit history, with a way to correct mistakes. */
export function CreditMovements({ user: { id: userId, email } }: { user: OperatorUser }) {
  const pages = usePages({
    queryKey: operatorQueries.creditHistory.queryKey({ input: { userId } }),
    load: (before) => operatorApi.creditHistory({ userId, ...cursorFrom(before) }),
  })
  // One idempotency key per adjustment, so that a double click changes nothing.
  const [key, setKey] = useState<string>()
  const done = useActionDone()
  return (
    <section aria-labelledby="credits">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credits" className="text-xl">
          Credits
        </h2>
        <May duty={OPERATOR_DUTIES.adjustCredits}>
          <Button onClick={() => setKey(crypto.randomUUID())}>Adjust credits</Button>
        </May>
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const movements = loaded.flatMap((page) => page.movements)
          if (movements.length === 0) return <EmptyState title="Nothing yet">No credit movements.</EmptyState>
          return (
            <>
              <DataTable
                label="Credit history"
                rows={movements}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'What', render: ({ reason }) => reason },
                  { name: 'When', render: ({ at }) => formatMoment(at, 'utc') },
                  { name: 'Credits', isFigure: true, render: ({ amount }) => (amount > 0 ? `+${amount}` : amount) },
                  { name: 'Left', isFigure: true, render: ({ balanceAfter }) => balanceAfter },
                ]}
              />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
      <ReasonDialog
        onClose={() => setKey(undefined)}
        decision={
          key === undefined
            ? undefined
            : {
                title: `Adjust the credits of ${email}`,
                description: 'They see the reason in their history.',
                button: 'Adjust',
                requires: 'reason',
                more: (
                  <TextField
                    name="credits"
                    label="Credits"
                    hint="A negative number removes credits: -10"
                    inputMode="numeric"
                    maxLength={8}
                    data-focus-first=""
                  />
                ),
                submit: (text) =>
                  done(
                    operatorApi.adjustCredits({
                      userId,
                      key,
                      reason: text('reason'),
                      credits: wholeNumber(text('credits')),
                    }),
                    'The credits are adjusted.',
                  ),
              }
        }
      />
    </section>
  )
}

/** @throws AppError `unprocessable` for no number, or zero */
function wholeNumber(entered: string): number {
  const amount = Number(entered.replace('−', '-'))
  if (entered !== '' && Number.isSafeInteger(amount) && amount !== 0) return amount
  throw new AppError('unprocessable', 'Enter a whole number of credits.')
}
