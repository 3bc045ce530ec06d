import { z } from 'zod'

/** What an invited person may do: an editor changes videos and captions, a viewer only looks. */
export const Role = z.enum(['editor', 'viewer'])
export type Role = z.output<typeof Role>

/** How somebody stands to what an owner keeps. */
export const Access = z.enum(['owner', 'editor', 'viewer'])
export type Access = z.output<typeof Access>

/** What an action asks for: to look, to change something, or to be the owner. */
export type Need = 'view' | 'edit' | 'own'

/** Whether somebody with this access may do what needs that much. */
export function allows(access: Access, need: Need): boolean {
  return RANK[access] >= RANK[LEAST[need]]
}

const RANK = { viewer: 1, editor: 2, owner: 3 } as const satisfies Record<Access, number>
const LEAST = { view: 'viewer', edit: 'editor', own: 'owner' } as const satisfies Record<Need, Access>
