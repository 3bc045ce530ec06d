import type { Access } from './access.ts'

/** The access with its article, as in “Ada made you an editor”. */
export const ACCESS_NAMES = {
  owner: 'the owner',
  editor: 'an editor',
  suggester: 'a suggester',
  viewer: 'a viewer',
} as const satisfies Record<Access, string>
