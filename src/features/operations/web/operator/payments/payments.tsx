import { useState } from 'react'
import type { InvoiceView } from '#features/billing/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { decimalAmount, formatMoney, parseAmount } from '#platform/shared/format/money.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { DataTable } from '#ui/data-table.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { ReasonDialog } from '../lists/reason-dialog.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'
import { cursorFrom, usePages } from '../lists/use-pages.ts'

type Refund = { readonly invoice: InvoiceView; readonly key: string }

/** Whether a bank was asked to take a payment back, and how it decided. */
export function disputeText(dispute: InvoiceView['dispute']): string {
  return DISPUTES[dispute]
}

const DISPUTES: Readonly<Record<InvoiceView['dispute'], string>> = {
  none: '–',
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
}

/** A user's payments, with refunds. */
export function Payments({ user: { id: userId } }: { user: OperatorUser }) {
  const pages = usePages({
    queryKey: operatorQueries.payments.queryKey({ input: { userId } }),
    load: (before) => operatorApi.payments({ userId, ...cursorFrom(before) }),
  })
  const [refund, setRefund] = useState<Refund>()
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="mb-3 text-xl">
        Payments
      </h2>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const payments = loaded.flatMap((page) => page.payments)
          if (payments.length === 0)
            return <EmptyState title="No payments yet">Payments of this user appear here.</EmptyState>
          return (
            <>
              <PaymentTable
                payments={payments}
                onRefund={(invoice) => setRefund({ invoice, key: crypto.randomUUID() })}
              />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
      <RefundDialog userId={userId} refund={refund} onClose={() => setRefund(undefined)} />
    </section>
  )
}

function PaymentTable(o: { payments: readonly InvoiceView[]; onRefund: (invoice: InvoiceView) => void }) {
  return (
    <DataTable
      label="Payments"
      rows={o.payments}
      keyOf={({ id }) => id}
      columns={[
        { name: 'What', render: ({ name }) => name },
        { name: 'When', render: ({ paidAt }) => formatMoment(paidAt, 'utc') },
        { name: 'Paid', isFigure: true, render: ({ amountPaid, currency }) => formatMoney(amountPaid, currency) },
        { name: 'Tax', isFigure: true, render: ({ tax, currency }) => formatMoney(tax, currency) },
        {
          name: 'Refunded',
          isFigure: true,
          render: ({ refunded, currency }) => (refunded === 0 ? '–' : formatMoney(refunded, currency)),
        },
        { name: 'Dispute', render: ({ dispute }) => disputeText(dispute) },
        {
          name: 'Actions',
          hasNoHead: true,
          render: (invoice) =>
            invoice.refunded < invoice.amountPaid && (
              <May duty={OPERATOR_DUTIES.refundPayment}>
                <div className="flex md:justify-end">
                  <Button size="sm" onClick={() => o.onRefund(invoice)}>
                    Refund<span className="sr-only"> {invoice.name}</span>
                  </Button>
                </div>
              </May>
            ),
        },
      ]}
    />
  )
}

function RefundDialog(o: { userId: string; refund: Refund | undefined; onClose: () => void }) {
  const done = useActionDone()
  const { userId, refund } = o
  if (refund === undefined) return <ReasonDialog decision={undefined} onClose={o.onClose} />
  const { invoice, key } = refund
  const left = invoice.amountPaid - invoice.refunded
  return (
    <ReasonDialog
      onClose={o.onClose}
      decision={{
        title: `Refund ${invoice.name}`,
        description: `Up to ${formatMoney(left, invoice.currency)}. Credits and commission follow in proportion. A plan continues unless its last payment is fully refunded; then it ends at once.`,
        button: 'Refund',
        requires: 'reason',
        isDanger: true,
        more: (
          <TextField
            name="amount"
            label={`Amount in ${invoice.currency.toUpperCase()}`}
            inputMode="decimal"
            maxLength={12}
            defaultValue={decimalAmount(left, invoice.currency)}
          />
        ),
        submit: (text) =>
          done(
            operatorApi.refundPayment({
              userId,
              key,
              invoiceId: invoice.id,
              reason: text('reason'),
              cents: centsOf(text('amount'), invoice.currency),
            }),
            'The refund is paid, or will be within minutes.',
          ),
      }}
    />
  )
}

/** @throws AppError `unprocessable` for a malformed amount */
function centsOf(entered: string, currency: string): number {
  const cents = parseAmount(entered, currency) ?? 0
  if (cents > 0) return cents
  throw new AppError('unprocessable', `Enter an amount, for example ${decimalAmount(1_250, currency)}.`)
}
