import { ownerName } from '#features/collaboration/server/index.ts'
import type { MediaDeps } from './deps.ts'
import type { Project } from '../model/index.ts'
import { CHECK, PREPARE } from './job-definitions.ts'
import type { Asset, AccessibleProject, StoredProject } from './projects.ts'
import type { Uploads } from './uploads.ts'

type Sources = Pick<MediaDeps, 'db' | 'jobs'> & { readonly uploads: Uploads }

/** A project as a user with access sees it, with the progress of its stage. */
export async function viewOf(sources: Sources, project: AccessibleProject): Promise<Project> {
  const { id, title, stage, problem, sizeBytes, probe, access, ownerId } = project
  return {
    id,
    title,
    stage,
    problem,
    sizeBytes,
    probe,
    progress: await progressOf(sources, project),
    assets: {
      preview: assetPath(project, 'preview', 'preview.mp4'),
      peaks: assetPath(project, 'peaks', 'peaks.bin'),
      filmstrip: assetPath(project, 'filmstrip', 'filmstrip.jpg'),
      poster: assetPath(project, 'poster', 'poster.jpg'),
      shots: assetPath(project, 'shots', 'shots.json'),
    },
    access,
    ownerName: access === 'owner' ? null : await ownerName(sources.db, ownerId),
    createdAt: project.createdAt.toISOString(),
  }
}

function assetPath({ id, assets }: StoredProject, asset: Asset, name: string): string | null {
  return assets.includes(asset) ? `/api/media/${id}/${name}` : null
}

async function progressOf(sources: Sources, { id, stage, sizeBytes }: StoredProject): Promise<number> {
  switch (stage) {
    case 'uploading':
      return Math.min(1, ((await sources.uploads.received(id))?.bytes ?? 0) / sizeBytes)
    case 'checking':
      return jobProgress(sources, CHECK.name, id)
    case 'preparing':
      return jobProgress(sources, PREPARE.name, id)
    case 'prepared':
      return 1
    case 'refused':
      return 0
    default:
      return stage satisfies never
  }
}

async function jobProgress({ db, jobs }: Sources, name: string, projectId: string): Promise<number> {
  return (await jobs.bySubject(db, name, projectId))?.progress ?? 0
}
