import type { Access } from './access.ts'

/** Each access with its article, for sentences such as “Ada made you an editor”. */
export const ACCESS_WITH_ARTICLE = {
  owner: 'the owner',
  editor: 'an editor',
  suggester: 'a suggester',
  reviewer: 'a reviewer',
  viewer: 'a viewer',
} as const satisfies Record<Access, string>
