import { z } from 'zod'
import { framesAt, type Plan, queuePriorityOf } from './plans.ts'
import { RETENTION_DAYS } from './retention.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Far above any plan: a guard against typos. */
const MAX_BYTES = 1e15

/** The limits of one user: times in milliseconds, sizes in bytes. Null is unlimited, or for ever. */
export const Limits = z.object({
  maxDurationMs: z.number(),
  maxBytes: z.number(),
  exportHeight: z.union([z.literal(1080), z.literal(2160)]),
  exportFps: z.union([z.literal(30), z.literal(60)]),
  storageBytes: z.number().nullable(),
  /** How long new files are stored. */
  retentionMs: z.number().nullable(),
  collaborators: z.int().nullable(),
  jobsAtOnce: z.int(),
  /** Queued and running exports, and likewise caption runs. */
  jobsInLine: z.int(),
  queue: z.enum(['low', 'normal', 'high', 'reserved']),
})
export type Limits = Readonly<z.output<typeof Limits>>

/** Limits that an operator sets for one user; missing ones are those of the plan. */
export const OwnLimits = z.strictObject({
  maxDurationMs: z
    .int()
    .min(1_000)
    .max(24 * 60 * MINUTE_MS)
    .optional(),
  maxBytes: z.int().min(1).max(MAX_BYTES).optional(),
  exportHeight: Limits.shape.exportHeight.optional(),
  exportFps: Limits.shape.exportFps.optional(),
  storageBytes: z.int().min(0).max(MAX_BYTES).optional(),
  retentionMs: z
    .int()
    .min(DAY_MS)
    .max(RETENTION_DAYS.max * DAY_MS)
    .optional(),
  collaborators: z.int().min(0).max(10_000).optional(),
  jobsAtOnce: z.int().min(1).max(16).optional(),
  jobsInLine: z.int().min(1).max(1_000).optional(),
  queue: Limits.shape.queue.optional(),
})
export type OwnLimits = Readonly<z.output<typeof OwnLimits>>

/** The limits of a plan. */
export function limitsOf({ storage, export: { height, fps }, ...plan }: Plan): Limits {
  const { maxDurationMs, maxBytes, retentionMs, collaborators, jobsAtOnce, jobsInLine, queue } = plan
  return {
    maxDurationMs,
    maxBytes,
    exportHeight: height,
    exportFps: fps,
    storageBytes: storage?.bytes ?? null,
    retentionMs,
    collaborators,
    jobsAtOnce,
    jobsInLine,
    queue,
  }
}

/** Limits with those of a contract in their place. */
export function withOwn(limits: Limits, own: OwnLimits): Limits {
  return Limits.parse({ ...limits, ...own })
}

/** The more generous of two limits, one by one: a contract takes away nothing that was paid for. */
export function bestOf(a: Limits, b: Limits): Limits {
  const finest = larger(a.exportHeight, b.exportHeight)
  return {
    maxDurationMs: larger(a.maxDurationMs, b.maxDurationMs),
    maxBytes: larger(a.maxBytes, b.maxBytes),
    exportHeight: finest,
    // The frame rate of the larger picture: the two together would export more than either.
    exportFps: larger(
      a.exportHeight === finest ? a.exportFps : b.exportFps,
      b.exportHeight === finest ? b.exportFps : a.exportFps,
    ),
    storageBytes: largerOrNone(a.storageBytes, b.storageBytes),
    retentionMs: largerOrNone(a.retentionMs, b.retentionMs),
    collaborators: largerOrNone(a.collaborators, b.collaborators),
    jobsAtOnce: larger(a.jobsAtOnce, b.jobsAtOnce),
    jobsInLine: larger(a.jobsInLine, b.jobsInLine),
    queue: queuePriorityOf(a.queue) >= queuePriorityOf(b.queue) ? a.queue : b.queue,
  }
}

/** Limits that are nowhere above `lower`. */
export function loweredTo(limits: Limits, lower: OwnLimits): Limits {
  const queue = lower.queue ?? limits.queue
  const height = smaller(limits.exportHeight, lower.exportHeight)
  // A smaller picture keeps the frame rate that it had.
  const fps = framesAt({ height: limits.exportHeight, fps: limits.exportFps }, height)
  return {
    maxDurationMs: smaller(limits.maxDurationMs, lower.maxDurationMs),
    maxBytes: smaller(limits.maxBytes, lower.maxBytes),
    exportHeight: height,
    exportFps: smaller(fps, lower.exportFps),
    storageBytes: smallerOf(limits.storageBytes, lower.storageBytes),
    retentionMs: smallerOf(limits.retentionMs, lower.retentionMs),
    collaborators: smallerOf(limits.collaborators, lower.collaborators),
    jobsAtOnce: smaller(limits.jobsAtOnce, lower.jobsAtOnce),
    jobsInLine: smaller(limits.jobsInLine, lower.jobsInLine),
    queue: queuePriorityOf(queue) < queuePriorityOf(limits.queue) ? queue : limits.queue,
  }
}

function larger<T extends number>(a: T, b: T): T {
  return a > b ? a : b
}

function largerOrNone(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b)
}

function smaller<T extends number>(limit: T, lower: T | undefined): T {
  return lower !== undefined && lower < limit ? lower : limit
}

function smallerOf(limit: number | null, lower: number | undefined): number | null {
  if (lower === undefined) return limit
  return limit === null ? lower : Math.min(limit, lower)
}
