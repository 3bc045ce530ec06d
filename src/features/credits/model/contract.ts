import { oc } from '@orpc/contract'
import { z } from 'zod'

/** What an account can spend now, in whole credits; below zero only after a refund of credits already spent. */
export const Balance = z.object({
  available: z.int(),
  held: z.int().min(0),
  /** Of what is available, what ends within `EXPIRING_SOON_DAYS`, and when the first of it does; null when none does. */
  expiringSoon: z.object({ amount: z.int().min(1), at: z.iso.datetime() }).nullable(),
  /** True where billing is off: nothing is ever charged. */
  unlimited: z.boolean(),
})
export type Balance = z.output<typeof Balance>

/** What moved credits. */
export const MovementKind = z.enum(['grant', 'usage', 'expiry', 'refund', 'adjustment'])
export type MovementKind = z.output<typeof MovementKind>

/** One line of an account's history; `amount` in credits, negative when they went away. */
export const CreditMovement = z.object({
  id: z.string(),
  kind: MovementKind,
  amount: z.int(),
  balanceAfter: z.int(),
  /** One line for the person: 'Captions for talk.mp4, 24 s'. */
  reason: z.string(),
  /** Who else spent them, by name: a collaborator; null when it was the account's own user. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type CreditMovement = z.output<typeof CreditMovement>

/** The most lines of history one question gets. */
const PAGE_MAX = 100

/** `/api/rpc/credits/*` */
export const creditsContract = {
  balance: oc.output(Balance),
  /** Newest first; `before` is the `next` of the page before, and `next` is null on the last page. */
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
