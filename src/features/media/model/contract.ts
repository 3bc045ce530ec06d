import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Access, Membership } from '#features/collaboration/model/index.ts'
import { Probe } from './probe.ts'
import { UploadLimits } from './limits.ts'

/**
 * Where a project stands until its captions begin (product §1):
 * `uploading → checking → preparing → prepared`; `refused` is final and says why in `problem`.
 */
export const ProjectStage = z.enum(['uploading', 'checking', 'preparing', 'prepared', 'refused'])
export type ProjectStage = z.output<typeof ProjectStage>

/** One video of one creator, as who may see it sees it. */
export const Project = z.object({
  id: z.string(),
  title: z.string(),
  stage: ProjectStage,
  /** Fraction of the current stage done, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** One plain sentence with what to do, when `stage` is `refused`. */
  problem: z.string().nullable(),
  sizeBytes: z.int().min(0),
  probe: Probe.nullable(),
  /** What the editor can already load; each a path on this site. */
  assets: z.object({
    preview: z.string().nullable(),
    peaks: z.string().nullable(),
    filmstrip: z.string().nullable(),
    poster: z.string().nullable(),
  }),
  /** What the one who asks may do with it. */
  access: Access,
  /** By what name its owner goes; null when that is the one who asks. */
  ownerName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Project = z.output<typeof Project>

/** The videos of an owner who let the caller work on them. */
export const SharedVideos = Membership.extend({
  /** The newest first; none while the caller is suspended. */
  projects: z.array(Project),
})
export type SharedVideos = z.output<typeof SharedVideos>

const byId = z.object({ projectId: z.uuid() })

/** `/api/rpc/media/*`. The bytes themselves go over tus at `/api/uploads`. */
export const mediaContract = {
  limits: oc.output(UploadLimits),
  /** The caller's own, the newest first. */
  list: oc.output(z.array(Project)),
  /** Those of others that the caller works on, by owner. */
  shared: oc.output(z.array(SharedVideos)),
  get: oc.input(byId).output(Project),
  /** The project now, then again after each change, until the client leaves. */
  watch: oc.input(byId).output(eventIterator(Project)),
  rename: oc.input(byId.extend({ title: z.string().trim().min(1).max(200) })).output(Project),
  /** Stops its work and removes its files. */
  remove: oc.input(byId).output(z.object({ removed: z.literal(true) })),
}
