import { formatLongDay } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { planLosses, type SubscriptionView } from '../../model/index.ts'
import { planTitle } from './plan-title.ts'
import { PlanLosses } from './plan-losses.tsx'
import { usePlanChanges } from './use-plan-changes.ts'
import type { SoldCatalogue } from '../use-catalogue.ts'

/** Explains the end of the plan and cancels it on confirmation. */
export function CancelDialog(o: {
  open: boolean
  onClose: () => void
  subscription: SubscriptionView
  sold: SoldCatalogue
}) {
  const { plan, periodEnd } = o.subscription
  const { plans } = o.sold.catalogue
  const { cancel } = usePlanChanges(o.onClose)
  const day = formatLongDay(periodEnd, 'utc')
  return (
    <Dialog
      open={o.open}
      onClose={o.onClose}
      size="md"
      title={`Cancel ${planTitle(plan)}?`}
      description={`You keep ${planTitle(plan)} until ${day} and can change your mind until then. After that you are on Free.`}
      footer={
        <>
          <Button data-focus-first="" onClick={o.onClose}>
            Keep {planTitle(plan)}
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel on {day}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <PlanLosses title={`From ${day}`} losses={planLosses(plans[plan], plans.free)} />
        {cancel.isError && <Notice tone="error">{asAppError(cancel.error).message}</Notice>}
      </div>
    </Dialog>
  )
}
