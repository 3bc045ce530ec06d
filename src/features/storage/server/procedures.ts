import { transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type FileName, LINK_LIFETIME_MS, storageContract, summarizeStorage } from '../model/index.ts'
import type { StorageDeps } from './deps.ts'
import { listFiles, sumBytes } from './list-files.ts'
import { signLink } from './link-token.ts'

/** Implements `storageContract`. */
export function storageProcedures(deps: StorageDeps) {
  const { db, fileProviders, now, log } = deps
  const rpc = implementContract(storageContract).use(authed)
  return {
    list: rpc.list.handler(async ({ context: { caller } }) => {
      const { quotaBytes, retentionMs, mayUpgrade } = await deps.limits.storage(db, caller.userId)
      const [files, { captions, fonts, logos, uploading }] = await Promise.all([
        listFiles(db, deps.sources, { ownerId: caller.userId, retentionMs }),
        sumBytes(db, deps.sources, caller.userId),
      ])
      return summarizeStorage(files, {
        quotaBytes,
        captionBytes: captions,
        fontBytes: fonts,
        logoBytes: logos,
        uploadingBytes: uploading,
        mayUpgrade,
      })
    }),

    link: rpc.link.handler(async ({ context: { caller }, input: { kind, id } }) => {
      const { userId } = caller
      const { downloadName } = await fileProviders[kind].open({ id, userId }, log)
      const expires = now().getTime() + LINK_LIFETIME_MS
      const token = signLink(deps.linkKey, { kind, id, userId, downloadName, expires })
      return { url: `/api/files/${token}`, expiresAt: new Date(expires).toISOString() }
    }),

    rename: rpc.rename.handler(async ({ context: { caller }, input }) => {
      const { title } = await deps.rename({ ...input, userId: caller.userId })
      return { title }
    }),

    remove: rpc.remove.handler(async ({ context: { caller }, input }) => {
      const files = exportsFirst(input.files)
      const at = now()
      await transaction(db, async (tx) => {
        for (const { kind, id } of files) await fileProviders[kind].moveToTrash(tx, { id, userId: caller.userId, at })
      })
      return { removed: files.length }
    }),

    restore: rpc.restore.handler(async ({ context: { caller }, input }) => {
      const files = exportsFirst(input.files).toReversed()
      await transaction(db, async (tx) => {
        for (const { kind, id } of files) await fileProviders[kind].restore(tx, { id, userId: caller.userId })
      })
      return { restored: files.length }
    }),
  }
}

/** Exports are reached through their video: delete them before it, and restore them after it. Each file counts once. */
function exportsFirst(files: readonly FileName[]): FileName[] {
  const once = new Map(files.map((file) => [`${file.kind}:${file.id}`, file]))
  if (once.size === 0) throw new AppError('unprocessable', 'Choose at least one file.')
  return [...once.values()].toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id))
}
