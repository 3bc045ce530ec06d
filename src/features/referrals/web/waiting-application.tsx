import { formatLongDay } from '#platform/shared/format/dates.ts'
import { Notice } from '#ui/notice.tsx'
import type { Application } from '../model/contract.ts'

/** A pending application: its content, and what happens next. */
export function WaitingApplication({ application }: { application: Application }) {
  return (
    <Notice tone="info" title="Your application is under review">
      You applied as {application.username} on {formatLongDay(application.appliedAt)}. We send you a mail with the
      decision. Until then the name is reserved for you and the link does not work.
    </Notice>
  )
}
