import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { InvoiceView } from '../../model/index.ts'
import { billingApi, refreshAfterPayment } from '../billing-queries.ts'

/**
 * The withdrawal function of Directive 2011/83, article 11a: labelled as required, available as long as the right
 * exists, with a second, clearly named step to confirm.
 */
export function Withdrawal({ invoice }: { invoice: InvoiceView }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const withdraw = useMutation({ mutationFn: () => billingApi.withdraw({ invoiceId: invoice.id }) })
  const { withdrawalCents: cents, currency, name } = invoice
  if (cents === null && !open) return null

  function close() {
    setOpen(false)
    // Refresh the list only now: the receipt is on one of its rows.
    if (withdraw.isSuccess) void refreshAfterPayment(client)
  }
  const receipt = withdraw.data
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Withdraw from contract here
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={receipt ? 'You have withdrawn' : `Withdraw from ${name}`}
        footer={
          receipt ? (
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          ) : (
            <>
              <Button data-focus-first="" onClick={close}>
                Keep it
              </Button>
              <Button variant="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
                Confirm withdrawal
              </Button>
            </>
          )
        }
      >
        {receipt ? (
          <p role="status">
            Your withdrawal from {name} was received on {formatMoment(receipt.at, 'utc')}. We refund{' '}
            <strong className="tabular">{formatMoney(receipt.refundedCents, receipt.currency)}</strong> to your payment
            method and send you a receipt by e-mail.
          </p>
        ) : (
          <Consequences cents={cents ?? 0} currency={currency} name={name} />
        )}
        {withdraw.isError && (
          <div className="mt-3">
            <Notice tone="error">{asAppError(withdraw.error).message}</Notice>
          </div>
        )}
      </Dialog>
    </>
  )
}

function Consequences({ cents, currency, name }: { cents: number; currency: string; name: string }) {
  return (
    <div className="grid gap-3">
      <p>
        You withdraw from the contract for <strong>{name}</strong>. It ends now, with the credits it included.
      </p>
      <p>
        We refund <strong className="tabular">{formatMoney(cents, currency)}</strong>: your payments for it, less what
        you have used.
      </p>
    </div>
  )
}
