import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import type { SavedLook } from '../model/index.ts'

/** An owner on whose videos somebody works. */
export type Team = { readonly ownerId: string; readonly ownerName: string; readonly suspended: boolean }

/** The dependencies of templates. */
export type TemplatesDeps = {
  readonly db: Db
  /** Locks an account. @returns false for a deleted one */
  lockAccount(tx: Tx, userId: string): Promise<boolean>
  /** Whether an operator has suspended this account: its links do not work meanwhile. */
  isSuspended(q: Queryable, userId: string): Promise<boolean>
  /** Whether an operator took this look down: its link does not work, and it gets no other. */
  isTakenDown(q: Queryable, look: { id: string; ownerId: string; look: SavedLook }): Promise<boolean>
  /** Whether somebody sees a closed look, to judge it: an operator who decides about reports. Records that they do. */
  openAsOperator(
    caller: Caller | null,
    look: { readonly id: string; readonly name: string; readonly ownerId: string },
  ): Promise<boolean>
  /** The owners on whose videos a user works. */
  listTeams(q: Queryable, userId: string): Promise<readonly Team[]>
  newId(): string
  now(): Date
}
