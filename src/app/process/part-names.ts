import { type Lock, tryLock } from '#platform/server/database/lock.ts'

/** The processes of the product. */
export const PART_NAMES = ['web', 'worker'] as const
export type PartName = (typeof PART_NAMES)[number]

/** The parts that `bin/start` runs: the one that its first argument names, or all. */
export function partsToRun(argument: string | undefined): readonly PartName[] {
  const named = PART_NAMES.filter((name) => name === argument)
  return named.length === 0 ? PART_NAMES : named
}

/**
 * Locks parts with the data in a folder on this machine, so that each runs once and none while a command moves the data.
 * @returns undefined if one of them runs already
 */
export async function lockParts(dataDir: string, names: readonly PartName[] = PART_NAMES): Promise<Lock | undefined> {
  const locks: Lock[] = []
  const release = async (): Promise<void> => void (await Promise.all(locks.map((lock) => lock.release())))
  for (const name of names) {
    const lock = await tryLock(`${dataDir}/start-${name}.lock`)
    if (lock === undefined) {
      await release()
      return undefined
    }
    locks.push(lock)
  }
  return { release }
}
