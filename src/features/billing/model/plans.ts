import type { PlanName } from '#features/accounts/model/index.ts'

/** Decimal, as on a drive's label, so that a file of "500 MB" fits wherever that is shown. */
const MB = 1_000_000
const GB = 1_000 * MB
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The queue of a job: `reserved` precedes `high`, then `normal`, then `low`. */
export type Queue = 'low' | 'normal' | 'high' | 'reserved'

/** The largest export and its highest frame rate; `height` is the shorter side, in pixels. */
export type ExportLimit = { readonly height: 1080 | 2160; readonly fps: 30 | 60 }

/** The shorter side of 1080p, in pixels. */
const FULL_HD = 1080

/**
 * The highest frame rate of an export whose shorter side is `height` pixels. A 4K plan exports 1080p at 60, so that an
 * upgrade never lowers the frame rate.
 */
export function framesAt({ height: most, fps }: ExportLimit, height: number): 30 | 60 {
  return most > FULL_HD && height <= FULL_HD ? 60 : fps
}

/** The contents of a plan. `null` means by contract: an operator sets it per customer. */
export type Plan = {
  readonly name: PlanName
  /** US cents per month; a year costs `YEAR_DISCOUNT` less. */
  readonly monthlyCents: number | null
  /** Credits granted `once` with the account or at the start of each `month`. */
  readonly credits: { readonly amount: number; readonly each: 'once' | 'month' } | null
  readonly maxDurationMs: number
  readonly maxBytes: number
  readonly export: ExportLimit
  readonly storage: { readonly bytes: number } | null
  /** How long new files are stored; null for as long as the account has the plan. */
  readonly retentionMs: number | null
  readonly collaborators: number | null
  readonly jobsAtOnce: number
  /** The limit on queued and running exports, and on caption runs, of an account. */
  readonly jobsInLine: number
  readonly queue: Queue
}

/** Every plan by name, with an operator's overrides. */
export type Plans = Readonly<Record<PlanName, Plan>>

/** The yearly discount on twelve months, as a fraction. */
export const YEAR_DISCOUNT = 0.2

/**
 * The plans of the product, lowest first. An enterprise customer has the terms of the contract; until an operator
 * enters them, those of premium without a fixed price, credits, storage or number of collaborators.
 */
export const PLANS = {
  free: {
    name: 'free',
    monthlyCents: 0,
    credits: { amount: 30, each: 'once' },
    maxDurationMs: 3 * MINUTE_MS,
    maxBytes: 500 * MB,
    export: { height: 1080, fps: 30 },
    storage: { bytes: 2 * GB },
    retentionMs: 30 * DAY_MS,
    collaborators: 0,
    jobsAtOnce: 1,
    jobsInLine: 3,
    queue: 'low',
  },
  basic: {
    name: 'basic',
    monthlyCents: 12_00,
    credits: { amount: 200, each: 'month' },
    maxDurationMs: 10 * MINUTE_MS,
    maxBytes: 2 * GB,
    export: { height: 1080, fps: 60 },
    storage: { bytes: 25 * GB },
    retentionMs: null,
    collaborators: 0,
    jobsAtOnce: 1,
    jobsInLine: 5,
    queue: 'normal',
  },
  pro: {
    name: 'pro',
    monthlyCents: 29_00,
    credits: { amount: 600, each: 'month' },
    maxDurationMs: 30 * MINUTE_MS,
    maxBytes: 5 * GB,
    export: { height: 2160, fps: 30 },
    storage: { bytes: 100 * GB },
    retentionMs: null,
    collaborators: 3,
    jobsAtOnce: 2,
    jobsInLine: 10,
    queue: 'normal',
  },
  premium: {
    name: 'premium',
    monthlyCents: 69_00,
    credits: { amount: 2_000, each: 'month' },
    maxDurationMs: 120 * MINUTE_MS,
    maxBytes: 10 * GB,
    export: { height: 2160, fps: 60 },
    storage: { bytes: 500 * GB },
    retentionMs: null,
    collaborators: 10,
    jobsAtOnce: 4,
    jobsInLine: 20,
    queue: 'high',
  },
  enterprise: {
    name: 'enterprise',
    monthlyCents: null,
    credits: null,
    maxDurationMs: 120 * MINUTE_MS,
    maxBytes: 10 * GB,
    export: { height: 2160, fps: 60 },
    storage: null,
    retentionMs: null,
    collaborators: null,
    jobsAtOnce: 4,
    jobsInLine: 20,
    queue: 'reserved',
  },
} as const satisfies Record<PlanName, Plan>

/** The priority of jobs in a queue: higher runs first. */
export function queuePriorityOf(queue: Queue): number {
  return QUEUE_PRIORITY[queue]
}

const QUEUE_PRIORITY = { low: 0, normal: 10, high: 20, reserved: 30 } as const satisfies Record<Queue, number>
