import { oc } from '@orpc/contract'
import { z } from 'zod'

/** The spendable balance in whole credits; negative only after a refund of spent credits. */
export const Balance = z.object({
  available: z.int(),
  held: z.int().min(0),
  /** The available credits that expire within `EXPIRING_SOON_DAYS`, and the first expiry; null if there are none. */
  expiringSoon: z.object({ amount: z.int().min(1), at: z.iso.datetime() }).nullable(),
  /** True if billing is off: nothing is charged. */
  unlimited: z.boolean(),
})
export type Balance = z.output<typeof Balance>

/** The kinds of credit movements. */
export const MovementKind = z.enum(['grant', 'usage', 'expiry', 'refund', 'adjustment'])
export type MovementKind = z.output<typeof MovementKind>

/** A line of an account's history; `amount` in credits, negative when they are spent or removed. */
export const CreditMovement = z.object({
  id: z.string(),
  kind: MovementKind,
  amount: z.int(),
  balanceAfter: z.int(),
  /** A description for the user: 'Captions for talk.mp4, 24 s'. */
  reason: z.string(),
  /** The name of the collaborator who spent them; null for the account's owner. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type CreditMovement = z.output<typeof CreditMovement>

/** The maximum number of history lines per page. */
const PAGE_MAX = 100

/** `/api/rpc/credits/*` */
export const creditsContract = {
  balance: oc.output(Balance),
  /** Newest first; `before` is the `next` of the previous page, and `next` is null on the last page. */
  history: oc
    .input(
      z.object({
        limit: z.int().min(1).max(PAGE_MAX).default(25),
        before: z
          .string()
          .regex(/^\d{1,18}$/u)
          .optional(),
      }),
    )
    .output(z.object({ movements: z.array(CreditMovement), next: z.string().nullable() })),
}
