import { Notice } from '#ui/notice.tsx'
import type { Application } from '../model/contract.ts'
import { formatDay } from './labels.ts'

/** For somebody whose application the operator has not decided yet: what it says, and what happens next. */
export function WaitingApplication({ application }: { application: Application }) {
  return (
    <Notice tone="info" title="We are looking at your application">
      You applied as {application.username} on {formatDay(application.appliedAt)}. We write to you when it is decided.
      Until then the name is kept for you, and the link leads nowhere yet.
    </Notice>
  )
}
