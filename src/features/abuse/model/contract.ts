import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CaseState } from './case-rules.ts'
import { Kind, ObjectionText, ReportedPage, ReportForm } from './report.ts'

const Timestamp = z.iso.datetime()

/** A takedown as the owner of the video or look sees it. */
export const Takedown = z.object({
  kind: Kind,
  title: z.string(),
  state: CaseState,
  /** The operator's reason of the last decision. */
  reason: z.string(),
  decidedAt: Timestamp,
  /** The owner's own answer. */
  objection: z.string().nullable(),
})
export type Takedown = z.output<typeof Takedown>

const byToken = z.object({ token: z.string().min(1).max(200) })

/** `/api/rpc/abuse/*`. */
export const abuseContract = {
  /**
   * Reports a public page; a visitor may. Refused: `not_found` if the page is no longer public,
   * `too_many_requests` with `retryAfterSeconds`.
   */
  report: oc.input(ReportedPage.extend(ReportForm.shape)).output(z.object({ received: z.literal(true) })),
  /** The takedown behind the link in its mail, for any holder of the link. Refused: `not_found`. */
  takedown: oc.input(byToken).output(Takedown),
  /** Objects to a takedown, once. Refused: `not_found`; `conflict` if it is decided or was objected to. */
  object: oc.input(byToken.extend({ text: ObjectionText })).output(Takedown),
  /** The path of a page's takedown, for the owner of what the page shows; null for others, and if it is public. */
  ownTakedown: oc.input(ReportedPage).output(z.object({ path: z.string() }).nullable()),
}
