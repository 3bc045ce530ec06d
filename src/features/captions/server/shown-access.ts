import type { Access } from '#features/collaboration/model/index.ts'
import type { Viewing } from '#platform/server/http.ts'

/** The access that the editor works with: an operator who views the pages of a user changes nothing. */
export function shownAccess({ viewing }: { readonly viewing?: Viewing | undefined }, access: Access): Access {
  return viewing === undefined ? access : 'viewer'
}
