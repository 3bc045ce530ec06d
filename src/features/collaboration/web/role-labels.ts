import type { Role } from '../model/access.ts'

/** The label of a role. */
export const ROLE_NAMES = { editor: 'Editor', viewer: 'Viewer' } as const satisfies Record<Role, string>

/** The roles to choose from. */
export const ROLE_OPTIONS: readonly { value: Role; label: string }[] = [
  { value: 'editor', label: ROLE_NAMES.editor },
  { value: 'viewer', label: ROLE_NAMES.viewer },
]

/** The rights of a role, for the owner. */
export const ROLE_ALLOWS = {
  editor: 'Changes captions and looks, exports videos, and makes captions with your credits.',
  viewer: 'Watches your videos and downloads what is finished. Changes and spends nothing.',
} as const satisfies Record<Role, string>
