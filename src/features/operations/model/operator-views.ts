import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from './action-reason.ts'

/** How long an operator may view the pages of a user, in milliseconds. */
export const VIEW_MS = 30 * 60_000

/** The cookie that names the view of this browser. Its value is no secret: a view belongs to one session. */
export const VIEW_COOKIE = 'viewing'

/** Whose pages an operator sees, and until when. `hasEnded`: the time is over, and nothing is shown any longer. */
export const CurrentView = z.object({
  userId: z.uuid(),
  email: z.string(),
  endsAt: z.iso.datetime(),
  hasEnded: z.boolean(),
})
export type CurrentView = z.output<typeof CurrentView>

/** `/api/rpc/operator/*`: looking at a user's pages. */
export const viewProcedures = {
  /**
   * Shows this session the pages of a user, read-only, until it is stopped or `VIEW_MS` are over. The user gets a mail.
   * Refused: `conflict` for an operator's account, and for one that is suspended.
   */
  startView: oc
    .input(z.object({ userId: z.uuid(), reason: ActionReason }))
    .output(z.object({ endsAt: z.iso.datetime() })),
}

/** `/api/rpc/viewing/*`: the view of the caller's session; null without one. Anybody signed in may call them. */
export const viewingContract = {
  current: oc.output(CurrentView.nullable()),
  /** @returns whose pages were seen; null without a view */
  stop: oc.output(z.object({ userId: z.uuid().nullable() })),
}
