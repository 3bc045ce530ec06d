import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from '#features/operations/model/index.ts'
import { TARGET_MAX } from './block-target.ts'

/** A domain or address with which nobody can open an account. */
export const Block = z.object({
  id: z.uuid(),
  /** A domain, with everything below it, or an address in its canonical form. */
  target: z.string(),
  reason: z.string(),
  /** The address of the operator who blocked it, at that time. */
  blockedBy: z.string(),
  blockedAt: z.iso.datetime(),
})
export type Block = z.output<typeof Block>

/** Whether an address, or those at a domain, can be used for an account. */
export const Answer = z.object({
  /** What was asked about, as it would be stored. */
  target: z.string(),
  /** The block that refuses it. */
  blockedBy: z.string().nullable(),
  /** Whether the site refuses it as an address of a throw-away provider. */
  isDisposable: z.boolean(),
})
export type Answer = z.output<typeof Answer>

/** The part of `moderationContract` about blocked domains and addresses. */
export const blockProcedures = {
  /** The newest first, 25 a page; `before` is the last id of the previous page. */
  blockedAddresses: oc
    .input(
      z.object({
        /** A part of a target or of a reason. */
        search: z.string().trim().max(254).optional(),
        before: z.uuid().optional(),
      }),
    )
    .output(
      z.object({
        blocks: z.array(Block),
        next: z.string().nullable(),
        /** Whether the site refuses addresses of throw-away providers. */
        refusesDisposable: z.boolean(),
        /** About the searched text, if it is an address or a domain. */
        answer: Answer.nullable(),
      }),
    ),
  /**
   * Blocks a domain with its sub-domains, or one address. Refused: `unprocessable` for anything else, and for a domain
   * that many people share unless `isShared` says so; `conflict` if it is blocked.
   */
  blockAddress: oc
    .input(
      z.object({ target: z.string().trim().max(TARGET_MAX), isShared: z.boolean().optional(), reason: ActionReason }),
    )
    .output(Block),
  /** Refused: `conflict` if it is not blocked. */
  unblockAddress: oc
    .input(z.object({ id: z.uuid(), reason: ActionReason }))
    .output(z.object({ unblocked: z.literal(true) })),
}
