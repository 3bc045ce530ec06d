import type { Role } from '../model/access.ts'

/** The label of a role. */
export const ROLE_NAMES = { editor: 'Editor', viewer: 'Viewer' } as const satisfies Record<Role, string>

/** The roles to choose from. */
export const ROLE_OPTIONS: readonly { value: Role; label: string }[] = [
  { value: 'editor', label: ROLE_NAMES.editor },
  { value: 'viewer', label: ROLE_NAMES.viewer },
]

/** The rights of a role, for the owner. */
export function describeRole(role: Role, { sells }: { sells: boolean }): string {
  if (role === 'editor')
    return `Changes captions and looks, exports videos, and makes captions${sells ? ' with your credits' : ''}.`
  return `Watches your videos and downloads what is finished. Changes${sells ? ' and spends' : ''} nothing.`
}
