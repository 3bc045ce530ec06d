import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Access, Membership } from '#features/collaboration/model/index.ts'
import { Probe } from './probe.ts'
import { UploadLimits } from './limits.ts'
import { MAX_TAGS, Tag } from './tag.ts'
import { Receiver, Transfer } from './transfers.ts'

/**
 * The stages of a project before its captions (product §1): `uploading → checking → preparing → prepared`; `refused` is
 * final, with the reason in `problem`.
 */
export const ProjectStage = z.enum(['uploading', 'checking', 'preparing', 'prepared', 'refused'])
export type ProjectStage = z.output<typeof ProjectStage>

/** A creator's video, as the caller sees it. */
export const Project = z.object({
  id: z.string(),
  title: z.string(),
  stage: ProjectStage,
  /** Progress of the current stage, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** One sentence with what to do, if `stage` is `refused`. */
  problem: z.string().nullable(),
  sizeBytes: z.int().min(0),
  probe: Probe.nullable(),
  /** What the editor can already load; each a path on this site. */
  assets: z.object({
    preview: z.string().nullable(),
    /** The waveform, for ranges: `peaks.bin`, laid out by `parsePeakPyramid`. */
    peaks: z.string().nullable(),
    /** The overview: `filmstrip.jpg`, with its layout beside it as JSON. Sheets: `sheetPath`, once there is a preview. */
    filmstrip: z.string().nullable(),
    poster: z.string().nullable(),
    /** The changes of shot, as `Shots`. */
    shots: z.string().nullable(),
  }),
  /** The caller's access. */
  access: Access,
  /** The owner's name; null if the caller is the owner. */
  ownerName: z.string().nullable(),
  /** The owner's tags, by name; empty for collaborators. */
  tags: z.array(Tag),
  createdAt: z.iso.datetime(),
  /** When it is deleted; null for never. */
  expiresAt: z.iso.datetime().nullable(),
  /** Set while its files are being copied from another video: `stage` is `preparing`, or `refused` if that failed. */
  isCopying: z.literal(true).optional(),
})
export type Project = z.output<typeof Project>

/** The videos of an owner whose team the caller is on. */
export const SharedVideos = Membership.extend({
  /** Newest first; empty while the caller is suspended. */
  projects: z.array(Project),
})
export type SharedVideos = z.output<typeof SharedVideos>

const TagVideos = z.object({
  projectIds: z.array(z.uuid()).min(1).max(500),
  add: z.array(Tag).max(MAX_TAGS),
  remove: z.array(Tag).max(100),
})

const byId = z.object({ projectId: z.uuid() })

/** `/api/rpc/media/*`. The bytes are uploaded with tus at `/api/uploads`. */
export const mediaContract = {
  limits: oc.output(UploadLimits),
  /** The caller's own videos, newest first. */
  list: oc.output(z.array(Project)),
  /** The videos others share with the caller, by owner. */
  shared: oc.output(z.array(SharedVideos)),
  get: oc.input(byId).output(Project),
  /** The project now and after each change, until the client disconnects. */
  watch: oc.input(byId).output(eventIterator(Project)),
  rename: oc.input(byId.extend({ title: z.string().trim().min(1).max(200) })).output(Project),
  /**
   * Adds tags to videos of the caller and removes others, on all of them or none. Refused: `conflict` if a video would
   * have more than `MAX_TAGS`.
   */
  tag: oc.input(TagVideos).output(z.array(Project.pick({ id: true, tags: true }))),
  /**
   * Copies a prepared video with its captions, but without exports, comments, review links and history; counts like an
   * upload. @returns the copy, which is `preparing` until its files are whole
   */
  duplicate: oc.input(byId).output(Project),
  /** Those whom the caller may give a video to: people of teams they share. */
  receivers: oc.output(z.array(Receiver)),
  /** The videos that the caller offers and is offered, newest first. */
  transfers: oc.output(z.array(Transfer)),
  /**
   * Offers a prepared video to somebody of a team that both share, in place of an earlier offer, with a mail. Refused:
   * `not_found` for anybody else; `conflict` while it is not ready, or with too many open offers.
   */
  offerTransfer: oc.input(byId.extend({ toId: z.uuid() })).output(Transfer),
  withdrawTransfer: oc.input(byId).output(z.object({ withdrawn: z.literal(true) })),
  /**
   * Makes the caller the owner of a video that they are offered: with captions, history, comments, review links and
   * exports, without the tags of its former owner. Refused: `not_found` without an offer; `conflict` while captions or
   * an export are being made; `storage_full` and `too_large` as for an upload.
   */
  acceptTransfer: oc.input(byId).output(Project),
  declineTransfer: oc.input(byId).output(z.object({ declined: z.literal(true) })),
  /** Stops its jobs and deletes its files. */
  remove: oc.input(byId).output(z.object({ removed: z.literal(true) })),
}
