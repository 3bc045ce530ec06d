import { randomBytes } from 'node:crypto'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { templatesContract } from '../model/index.ts'
import type { TemplatesDeps } from './deps.ts'
import {
  addLink,
  clearLink,
  findLinkedLook,
  markRemoved,
  ownLookOf,
  setShared,
  type StoredLook,
} from './collection-rows.ts'
import { findUsableLook, readLooks } from './read-collection.ts'
import { lookNotFound, renameLook, restoreLook, saveLook, takeLook } from './save-to-collection.ts'

/** Bytes of a token: nobody finds one by trying. */
const TOKEN_BYTES = 24

const rpc = implementContract(templatesContract)
const own = rpc.use(authed)

/** Implements `templatesContract`. */
export function templatesProcedures(deps: TemplatesDeps) {
  const { db } = deps
  const changed = async (change: (tx: Tx) => Promise<StoredLook | undefined>) => {
    const look = await transaction(db, change)
    if (look === undefined) throw lookNotFound()
    return ownLookOf(look)
  }
  const copy = async (ownerId: string, { name, look }: StoredLook) =>
    ownLookOf(await saveLook(deps, { ownerId, name, look, mayNumber: true }))

  return {
    looks: own.looks.handler(async ({ context: { caller } }) => readLooks(deps, caller.userId)),
    saveLook: own.saveLook.handler(async ({ input, context: { caller } }) =>
      ownLookOf(await saveLook(deps, { ...input, ownerId: caller.userId })),
    ),
    renameLook: own.renameLook.handler(async ({ input, context: { caller } }) =>
      ownLookOf(await renameLook(deps, { ...input, ownerId: caller.userId })),
    ),
    duplicateLook: own.duplicateLook.handler(async ({ input: { id }, context: { caller } }) =>
      copy(caller.userId, await findUsableLook(deps, caller.userId, id)),
    ),
    shareLook: own.shareLook.handler(async ({ input, context: { caller } }) =>
      changed((tx) => setShared(tx, { ...input, ownerId: caller.userId })),
    ),
    createLookLink: own.createLookLink.handler(async ({ input: { id }, context: { caller } }) =>
      changed(async (tx) => {
        const token = randomBytes(TOKEN_BYTES).toString('base64url')
        const look = await addLink(tx, { id, ownerId: caller.userId, token })
        if (look !== undefined && (await deps.isTakenDown(tx, look)))
          throw new AppError('forbidden', 'We took this look down, so it cannot be shared. Our mail says why.')
        return look
      }),
    ),
    revokeLookLink: own.revokeLookLink.handler(async ({ input: { id }, context: { caller } }) =>
      changed((tx) => clearLink(tx, { id, ownerId: caller.userId })),
    ),
    removeLook: own.removeLook.handler(async ({ input: { id }, context: { caller } }) => {
      const isRemoved = await transaction(db, (tx) => markRemoved(tx, { id, ownerId: caller.userId, at: deps.now() }))
      if (!isRemoved) throw lookNotFound()
      return { removed: true }
    }),
    restoreLook: own.restoreLook.handler(async ({ input: { id }, context: { caller } }) =>
      ownLookOf(await restoreLook(deps, { id, ownerId: caller.userId })),
    ),
    linkedLook: rpc.linkedLook.handler(async ({ input: { token }, context: { caller } }) => {
      const { name, look } = await findLinked(deps, token, caller)
      return { name, look }
    }),
    takeLook: own.takeLook.handler(async ({ input: { token }, context: { caller } }) => {
      const { name, look } = await findLinked(deps, token, null)
      return ownLookOf(await takeLook(deps, { ownerId: caller.userId, name, look }))
    }),
  }
}

/** The look of a link. Operators who decide about reports also read what is closed. @throws AppError `not_found` */
async function findLinked(deps: TemplatesDeps, token: string, reader: Caller | null): Promise<StoredLook> {
  const { db } = deps
  const look = await findLinkedLook(db, token)
  const isClosed =
    look === undefined || (await deps.isSuspended(db, look.ownerId)) || (await deps.isTakenDown(db, look))
  if (look !== undefined && (!isClosed || (await deps.openAsOperator(reader, look)))) return look
  throw new AppError('not_found', 'This link does not exist any more. Ask for a new one.')
}
