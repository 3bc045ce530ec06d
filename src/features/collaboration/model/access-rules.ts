import type { Access } from './access.ts'

/** The access an action requires. */
export type Need = 'view' | 'comment' | 'suggest' | 'edit' | 'own'

/** Whether this access allows what the action requires. */
export function allows(access: Access, need: Need): boolean {
  return RANK[access] >= RANK[LEAST[need]]
}

/** Why this access does not allow what an action requires, in one sentence. */
export function explainRefusal(access: Access, need: Need): string {
  if (need === 'own') return 'Only the owner of this video can do that.'
  if (need === 'comment') return 'You can view this video, but not read or write comments.'
  return `You can ${ALLOWED_ACTION[access]} this video, but not change it.`
}

/** The most that somebody may do with a video. */
const ALLOWED_ACTION = {
  viewer: 'view',
  reviewer: 'comment on',
  suggester: 'suggest edits to',
  editor: 'edit',
  owner: 'edit',
} as const satisfies Record<Access, string>

const RANK = { viewer: 1, reviewer: 2, suggester: 3, editor: 4, owner: 5 } as const satisfies Record<Access, number>
const LEAST = {
  view: 'viewer',
  comment: 'reviewer',
  suggest: 'suggester',
  edit: 'editor',
  own: 'owner',
} as const satisfies Record<Need, Access>
