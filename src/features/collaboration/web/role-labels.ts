import type { Role } from '../model/access.ts'

/** The label of a role. */
export const ROLE_NAMES = {
  editor: 'Editor',
  suggester: 'Suggester',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
} as const satisfies Record<Role, string>

/** The roles to choose from. */
export const ROLE_OPTIONS: readonly { value: Role; label: string }[] = [
  { value: 'editor', label: ROLE_NAMES.editor },
  { value: 'suggester', label: ROLE_NAMES.suggester },
  { value: 'reviewer', label: ROLE_NAMES.reviewer },
  { value: 'viewer', label: ROLE_NAMES.viewer },
]

/** The rights of a role, for the owner. */
export function describeRole(role: Role, { sells }: { sells: boolean }): string {
  switch (role) {
    case 'editor':
      return `Changes captions and looks, exports videos, and makes captions${sells ? ' with your credits' : ''}.`
    case 'suggester':
      return `Watches, comments and suggests edits, which you or an editor accept or decline.${sells ? ' Spends nothing.' : ''}`
    case 'reviewer':
      return `Watches and comments, approves captions, and downloads what is finished. Changes${sells ? ' and spends' : ''} nothing.`
    case 'viewer':
      return `Watches your videos and downloads what is finished. Sees no comments, and changes${sells ? ' and spends' : ''} nothing.`
    default:
      return role satisfies never
  }
}
