import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { InvoiceView } from '../model/index.ts'
import { billingApi, refreshAfterPayment } from './billing-queries.ts'
import { money } from './labels.ts'

/**
 * The withdrawal function of Directive 2011/83, article 11a: labelled as it says, there for as long as the right is,
 * and a second, clearly named press to confirm.
 */
export function Withdrawal({ invoice }: { invoice: InvoiceView }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const withdraw = useMutation({ mutationFn: () => billingApi.withdraw({ invoiceId: invoice.id }) })
  const { withdrawalCents: cents, currency, name } = invoice
  if (cents === null && !open) return null

  function close() {
    setOpen(false)
    // The list changes only now: the receipt stands on one of its lines.
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
            Your withdrawal from {name} arrived on {MOMENT.format(new Date(receipt.at))}. We pay back{' '}
            <strong className="tabular">{money(receipt.refundedCents, receipt.currency)}</strong> the way you paid it. A
            receipt is on its way to you by e-mail.
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
        You withdraw from the contract about <strong>{name}</strong>. It ends at once, with the credits it brought.
      </p>
      <p>
        We pay back <strong className="tabular">{money(cents, currency)}</strong>: what you paid under it, less what you
        used until now.
      </p>
    </div>
  )
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
