import type { Role } from '../model/access.ts'

/** A role as people read it. */
export const ROLE_NAMES = { editor: 'Editor', viewer: 'Viewer' } as const satisfies Record<Role, string>

/** The two roles to choose from. */
export const ROLE_OPTIONS: readonly { value: Role; label: string }[] = [
  { value: 'editor', label: ROLE_NAMES.editor },
  { value: 'viewer', label: ROLE_NAMES.viewer },
]

/** What a role allows, to the owner who gives it. */
export const ROLE_ALLOWS = {
  editor: 'Changes captions and looks, exports videos, and makes captions with your credits.',
  viewer: 'Watches your videos and downloads what is finished. Changes and spends nothing.',
} as const satisfies Record<Role, string>
