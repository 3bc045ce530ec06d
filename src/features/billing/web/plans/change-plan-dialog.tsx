import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { changeKind, type ChangePreview, type Choice, type Plans, type SubscriptionView } from '../../model/index.ts'
import { billing } from '../billing-queries.ts'
import { formatPrice } from '../labels.ts'
import { planTitle } from './plan-title.ts'
import { PlanLosses } from './plan-losses.tsx'
import { PlanRadios, pricedPlans } from './plan-radios.tsx'
import { usePlanChanges } from './use-plan-changes.ts'
import type { SoldCatalogue } from '../use-catalogue.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Called instead of `onClose` after a change. */
  onChanged: () => void
  subscription: SubscriptionView
  /** The choice made on the pricing page. */
  wanted: Choice | undefined
  sold: SoldCatalogue
}

/** Chooses another plan and shows the effects before the confirmation. */
export function ChangePlanDialog({ open, onClose, onChanged, subscription, wanted, sold }: Props) {
  const { plans } = sold.catalogue
  const [choice, setChoice] = useState<Choice>(() => wanted ?? firstChoice(subscription, plans))
  const isSame = changeKind(subscription, choice, plans) === 'none'
  const preview = useQuery(
    billing.previewChange.queryOptions({ input: open && !isSame ? choice : skipToken, staleTime: 0, gcTime: 0 }),
  )
  const { change } = usePlanChanges(onChanged)
  function choose(next: Choice) {
    change.reset()
    setChoice(next)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Change your plan"
      footer={
        <>
          <Button onClick={onClose}>Keep {planTitle(subscription.plan)}</Button>
          {!isSame && preview.isSuccess && (
            <Button variant="primary" busy={change.isPending} onClick={() => change.mutate(choice)}>
              {confirmLabel(preview.data, sold.currency)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <Segmented
          label="Billing interval"
          options={INTERVALS}
          value={choice.interval}
          onChange={(interval) => choose({ ...choice, interval })}
        />
        <PlanRadios
          choice={choice}
          current={subscription}
          sold={sold}
          onChange={(plan) => choose({ ...choice, plan })}
        />
        <div aria-live="polite">
          {isSame && <p className="text-sm text-muted">This is your current plan.</p>}
          {!isSame && preview.isPending && <Skeleton className="h-16 w-full" />}
          {!isSame && preview.isError && <Notice tone="error">{asAppError(preview.error).message}</Notice>}
          {!isSame && preview.isSuccess && <Preview preview={preview.data} choice={choice} currency={sold.currency} />}
          {change.isError && <Notice tone="error">{asAppError(change.error).message}</Notice>}
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ preview, choice, currency }: { preview: ChangePreview; choice: Choice; currency: string }) {
  const { when, at, dueNowCents, creditUsedCents, creditAddedCents, cents, losses } = preview
  const day = formatLongDay(at, 'utc')
  const price = formatPrice(cents, { currency, interval: choice.interval })
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        {when === 'now'
          ? `Takes effect now. You pay ${formatMoney(dueNowCents, currency)}: the new price, less what is left of your last payment. After that it is ${price}, before tax.`
          : `You keep your current plan until ${day}. Nothing is due now. After that it is ${price}, before tax.`}
      </p>
      {creditUsedCents > 0 && (
        <p className="text-sm">{formatMoney(creditUsedCents, currency)} is paid from your account credit.</p>
      )}
      {creditAddedCents > 0 && (
        <p className="text-sm">
          {formatMoney(creditAddedCents, currency)} of your last payment is left over. It becomes account credit and
          pays your next invoices first.
        </p>
      )}
      <PlanLosses title={when === 'now' ? 'What you lose' : `From ${day}`} losses={losses} />
    </div>
  )
}

function confirmLabel({ when, at, dueNowCents }: ChangePreview, currency: string): string {
  if (when === 'period-end') return `Change on ${formatLongDay(at, 'utc')}`
  return dueNowCents === 0 ? 'Change now' : `Change and pay ${formatMoney(dueNowCents, currency)}`
}

/** The next larger plan for sale, else the largest. */
function firstChoice({ plan, interval }: Choice, plans: Plans): Choice {
  const priced = pricedPlans(plans)
  const at = priced.findIndex(({ name }) => name === plan)
  return { plan: (priced[at + 1] ?? priced[at])?.name ?? plan, interval }
}

const INTERVALS: readonly { value: Choice['interval']; label: string }[] = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly, 20% less' },
]
