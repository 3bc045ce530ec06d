import { rm } from 'node:fs/promises'
import { withLocal } from '#platform/server/files.ts'
import type { JobIo } from '#platform/server/jobs.ts'
import { type AssetWriter, assetWriter } from './asset-writer.ts'
import type { DecodeSource } from '../decode/decode.ts'
import type { MediaJobDeps } from '../deps.ts'
import { keysOf } from '../file-keys.ts'
import { finishPreparing } from './finish-preparing.ts'
import { findProject, type StoredProject } from '../projects.ts'

/** One job that makes derivatives of an uploaded video. */
type Derivation = Pick<JobIo, 'signal'> & {
  readonly project: StoredProject
  /** @returns false if the project has left its stage */
  make(source: DecodeSource, storeAssets: AssetWriter): Promise<boolean>
}

/** Makes derivatives of a video that is being prepared, and finishes its preparation if they were the last. */
export async function deriveAssets(deps: MediaJobDeps, { project, signal, make }: Derivation): Promise<void> {
  const { probe } = project
  if (probe === null) throw new Error(`project ${project.id} is being prepared without a probe`)
  const outputDir = await deps.files.temporary()
  const storeAssets = assetWriter(deps, project, { outputDir })
  try {
    const isMade = await withLocal(deps.files, { key: keysOf(project.id).source, signal }, (path) =>
      make({ media: deps.media, path, probe, outputDir, signal }, storeAssets),
    )
    if (!isMade) return
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
  await finishPreparing(deps, project.id)
}

/** An uploaded video that is being prepared; undefined for any other project, copies included. */
export async function findPreparing(deps: MediaJobDeps, projectId: string): Promise<StoredProject | undefined> {
  const project = await findProject(deps.db, projectId)
  return project?.stage === 'preparing' && project.copiedFrom === null ? project : undefined
}
