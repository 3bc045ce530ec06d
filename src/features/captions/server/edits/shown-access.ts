import { type Access, allows } from '#features/collaboration/model/index.ts'
import type { OperatorView } from '#platform/server/http.ts'
import type { ShownAccess } from '../../model/index.ts'

/**
 * The access that the editor works with: an operator who views the pages of a user changes
 * nothing, and sees the comments that the user sees.
 */
export function shownAccess({ viewing }: { readonly viewing?: OperatorView | undefined }, access: Access): ShownAccess {
  if (viewing === undefined) return { access }
  return { access: allows(access, 'comment') ? 'reviewer' : 'viewer', viewing: true }
}
