import { z } from 'zod'

/** The role of an invited person: an editor changes videos and captions, a viewer only watches. */
export const Role = z.enum(['editor', 'viewer'])
export type Role = z.output<typeof Role>

/** A user's access to an owner's projects. */
export const Access = z.enum(['owner', 'editor', 'viewer'])
export type Access = z.output<typeof Access>

/** The access an action requires. */
export type Need = 'view' | 'edit' | 'own'

/** Whether this access allows what the action requires. */
export function allows(access: Access, need: Need): boolean {
  return RANK[access] >= RANK[LEAST[need]]
}

const RANK = { viewer: 1, editor: 2, owner: 3 } as const satisfies Record<Access, number>
const LEAST = { view: 'viewer', edit: 'editor', own: 'owner' } as const satisfies Record<Need, Access>
