import { oc } from '@orpc/contract'
import { z } from 'zod'
import { LookName, OwnLook } from './looks/own-look.ts'
import { SavedLook } from './looks/saved-look.ts'

const one = z.object({ id: z.uuid() })
const link = z.object({
  /** The token in the link, after `/look/`. */
  token: z.string().min(1).max(100),
})

/** `/api/rpc/templates/*` */
export const templatesContract = {
  /** The looks of the caller's account, newest first, then those that owners share with the caller. */
  looks: oc.output(z.array(OwnLook)),
  /**
   * Saves a look. Refused: `conflict` at `MAX_OWN_LOOKS`, and for a name in use unless it may be numbered; `not_found`
   * for an unknown template.
   */
  saveLook: oc
    .input(z.object({ name: LookName, look: SavedLook, mayNumber: z.boolean().default(false) }))
    .output(OwnLook),
  /** Refused: `conflict` for a name in use. */
  renameLook: oc.input(one.extend({ name: LookName })).output(OwnLook),
  /** Copies an own look, or one that an owner shares with the caller, to the caller's account. */
  duplicateLook: oc.input(one).output(OwnLook),
  /** Shows a look to the collaborators of the caller, or to nobody else. */
  shareLook: oc.input(one.extend({ isShared: z.boolean() })).output(OwnLook),
  /** Makes the link under which others can take the look; the same one until it is revoked. */
  createLookLink: oc.input(one).output(OwnLook),
  revokeLookLink: oc.input(one).output(OwnLook),
  /** Removes a look with its link. Captions that were given the look keep it. `restoreLook` undoes it for a day. */
  removeLook: oc.input(one).output(z.object({ removed: z.literal(true) })),
  restoreLook: oc.input(one).output(OwnLook),
  /** The look behind a link, for everybody who has it. Refused: `not_found`. */
  linkedLook: oc.input(link).output(OwnLook.pick({ name: true, look: true })),
  /** Copies the look behind a link to the caller's account. @returns the copy, or the caller's own look that is the same */
  takeLook: oc.input(link).output(OwnLook),
}
