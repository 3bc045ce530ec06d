import type { Access } from '#features/collaboration/model/index.ts'
import { ownerName } from '#features/collaboration/server/index.ts'
import { presentExpiry } from '#features/storage/model/index.ts'
import type { MediaDeps } from './deps.ts'
import type { Project, Tag } from '../model/index.ts'
import { CHECK, COPY, PREPARE } from './job-definitions.ts'
import { type Asset, type AccessibleProject, listProjects, type StoredProject } from './projects.ts'
import { listTags } from './library/tag-rows.ts'
import type { Uploads } from './uploads/uploads.ts'

type Sources = Pick<MediaDeps, 'db' | 'jobs' | 'retentionOf'> & { readonly uploads: Uploads }

/** A project as a user with access sees it, with the progress of its stage. */
export async function viewOf(sources: Sources, project: AccessibleProject): Promise<Project> {
  return viewWith(sources, project, await readShared(sources, [project]))
}

/** An owner's projects as a user with this access sees them, newest first. */
export async function viewList(sources: Sources, ownerId: string, access: Access): Promise<Project[]> {
  const projects = (await listProjects(sources.db, ownerId)).map((project) => ({ ...project, access }))
  const shared = await readShared(sources, projects)
  return Promise.all(projects.map((project) => viewWith(sources, project, shared)))
}

/** What the views of several projects share, read once however many they are. */
type Shared = {
  /** The names of other owners. */
  readonly names: ReadonlyMap<string, string>
  /** How long new videos of owners are stored, in milliseconds; null for ever. */
  readonly retention: ReadonlyMap<string, number | null>
  readonly tags: ReadonlyMap<string, readonly Tag[]>
}

async function readShared(sources: Sources, projects: readonly AccessibleProject[]): Promise<Shared> {
  const { db } = sources
  const others = new Set(projects.filter(({ access }) => access !== 'owner').map(({ ownerId }) => ownerId))
  const dated = new Set(projects.filter(({ expiresAt }) => expiresAt !== null).map(({ ownerId }) => ownerId))
  const own = projects.filter(({ access }) => access === 'owner').map(({ id }) => id)
  const [names, retention, tags] = await Promise.all([
    Promise.all(Array.from(others, async (id) => [id, await ownerName(db, id)] as const)),
    // A longer period may be newer than the dates.
    Promise.all(Array.from(dated, async (id) => [id, await sources.retentionOf(id)] as const)),
    own.length === 0 ? new Map() : listTags(db, own),
  ])
  return { names: new Map(names), retention: new Map(retention), tags }
}

async function viewWith(
  sources: Sources,
  project: AccessibleProject,
  { names, retention, tags }: Shared,
): Promise<Project> {
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
    ownerName: names.get(ownerId) ?? null,
    tags: [...(tags.get(id) ?? [])],
    createdAt: project.createdAt.toISOString(),
    expiresAt: presentExpiry(project, retention.get(ownerId) ?? null)?.toISOString() ?? null,
    ...(project.copiedFrom !== null && { isCopying: true as const }),
  }
}

function assetPath({ id, assets }: StoredProject, asset: Asset, name: string): string | null {
  return assets.includes(asset) ? `/api/media/${id}/${name}` : null
}

async function progressOf(sources: Sources, { id, stage, sizeBytes, copiedFrom }: StoredProject): Promise<number> {
  switch (stage) {
    case 'uploading':
      return Math.min(1, ((await sources.uploads.received(id))?.bytes ?? 0) / sizeBytes)
    case 'checking':
      return jobProgress(sources, CHECK.name, id)
    case 'preparing':
      return jobProgress(sources, copiedFrom === null ? PREPARE.name : COPY.name, id)
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
