import type { Access } from './access.ts'

/** The access an action requires. */
export type Need = 'view' | 'suggest' | 'edit' | 'own'

/** Whether this access allows what the action requires. */
export function allows(access: Access, need: Need): boolean {
  return RANK[access] >= RANK[LEAST[need]]
}

/** Why this access does not allow what an action requires, in one sentence. */
export function explainRefusal(access: Access, need: Need): string {
  if (need === 'own') return 'Only the owner of this video can do that.'
  return access === 'suggester'
    ? 'You can suggest edits to this video, but not change it.'
    : 'You can view this video, but not change it.'
}

const RANK = { viewer: 1, suggester: 2, editor: 3, owner: 4 } as const satisfies Record<Access, number>
const LEAST = {
  view: 'viewer',
  suggest: 'suggester',
  edit: 'editor',
  own: 'owner',
} as const satisfies Record<Need, Access>
