import { planOf } from '#features/accounts/server/index.ts'
import { storageBytesOf } from '#features/billing/model/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { storageContract, storageOf, type StoredFile } from '../model/index.ts'

/** What the storage page needs from outside. */
export type StorageDeps = {
  readonly db: Db
  /** Everything this person keeps; told by the features that keep it. */
  filesOf(caller: Caller): Promise<readonly StoredFile[]>
}

/** Implements `storageContract`. */
export function storageProcedures({ db, filesOf }: StorageDeps) {
  const rpc = implementContract(storageContract).use(authed)
  return {
    list: rpc.list.handler(async ({ context: { caller } }) => {
      const quotaBytes = storageBytesOf(await planOf(db, caller.userId))
      return storageOf(await filesOf(caller), quotaBytes)
    }),
  }
}
