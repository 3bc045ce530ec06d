import { planOf } from '#features/accounts/server/index.ts'
import { storageBytesOf } from '#features/billing/model/index.ts'
import type { StorageDeps } from './deps.ts'
import { sumBytes } from './list-files.ts'

/** The bytes an owner uses and may use. @throws AppError `not_found`, 'User not found' */
export async function usageOf(
  { db, sources, plans }: Pick<StorageDeps, 'db' | 'sources' | 'plans'>,
  ownerId: string,
): Promise<{ usedBytes: number; quotaBytes: number | null }> {
  const { stored, captions, fonts } = await sumBytes(db, sources, ownerId)
  return { usedBytes: stored + captions + fonts, quotaBytes: storageBytesOf(await planOf(db, ownerId), plans) }
}
