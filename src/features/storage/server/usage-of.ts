import type { StorageDeps } from './deps.ts'
import { sumBytes } from './list-files.ts'

/** The bytes an owner uses and may use. @throws AppError `not_found`, 'User not found' */
export async function usageOf(
  { db, sources, limits }: Pick<StorageDeps, 'db' | 'sources' | 'limits'>,
  ownerId: string,
): Promise<{ usedBytes: number; quotaBytes: number | null }> {
  const { stored, captions, fonts } = await sumBytes(db, sources, ownerId)
  return { usedBytes: stored + captions + fonts, quotaBytes: (await limits.storage(db, ownerId)).quotaBytes }
}
