import { Notice } from '#ui/notice.tsx'
import { CardLink } from '../checkout/card-link.tsx'

/** Reports a failed renewal and offers to change the card. */
export function PastDueNotice({ isTest }: { isTest: boolean }) {
  return (
    <div className="mt-6">
      <Notice
        tone="error"
        title="Your last payment failed"
        actions={isTest ? undefined : <CardLink label="Change your card" />}
      >
        We will retry it over the next days, and you keep your plan until then. A new card is used for the next attempt.
      </Notice>
    </div>
  )
}
