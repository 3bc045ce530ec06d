import { Notice } from '#ui/notice.tsx'
import { CardLink } from './card-link.tsx'

/** A renewal failed: what happens, and the way out. */
export function PastDueNotice({ isTest }: { isTest: boolean }) {
  return (
    <div className="mt-6">
      <Notice
        tone="error"
        title="Your last payment did not go through"
        actions={isTest ? undefined : <CardLink label="Change your card" />}
      >
        It is tried again over the next days, and your plan stays until then. A new card is used for the next try.
      </Notice>
    </div>
  )
}
