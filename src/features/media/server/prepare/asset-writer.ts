import { join } from 'node:path'
import { transaction } from '#platform/server/db.ts'
import { damagedFile, type DecodeSource, wasWritten } from '../decode/decode.ts'
import type { MediaJobDeps } from '../deps.ts'
import { eraseUnwanted } from '../erase-job.ts'
import { ASSET_FILES, keysOf } from '../file-keys.ts'
import type { Asset, StoredProject } from '../projects.ts'
import { recordAssets } from '../transitions.ts'

/** Makes derivatives unless the project has them. @returns false if the project has left its stage */
export type AssetWriter = (assets: readonly Asset[], make: () => Promise<void>) => Promise<boolean>

/** Creates missing derivatives, stores them and notifies the page. */
export function assetWriter(
  deps: MediaJobDeps,
  project: StoredProject,
  source: Pick<DecodeSource, 'outputDir'>,
): AssetWriter {
  const { all } = keysOf(project.id)
  const { stage } = project
  return async (assets, make) => {
    if (assets.every((asset) => project.assets.includes(asset))) return true
    await make()
    const bytes: Record<string, number> = {}
    for (const name of assets.flatMap((asset) => ASSET_FILES[asset])) {
      if (!(await wasWritten(source, name))) throw damagedFile()
      bytes[name] = (await deps.files.adopt(join(source.outputDir, name), `${all}/${name}`)).sizeBytes
    }
    const isRecorded = await transaction(deps.db, (tx) => recordAssets(tx, deps, project.id, { assets, bytes, stage }))
    // The project is removed, and its files may have been erased before the last one was stored. If another worker took
    // over and finished this job instead, the files are its own.
    if (!isRecorded) await eraseUnwanted(deps, project.id)
    return isRecorded
  }
}
