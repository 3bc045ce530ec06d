import type { PlanName } from '#features/accounts/model/index.ts'

/** Bytes; decimal as on a drive's label, so that a file of "500 MB" fits everywhere it is shown. */
const MB = 1_000_000
const GB = 1_000 * MB
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Where a job waits: `reserved` goes before `high`, then `normal`, then `low`. */
export type Queue = 'low' | 'normal' | 'high' | 'reserved'

/** The largest picture of an export and its quickest frame rate; `height` is the shorter side, in pixels. */
export type ExportLimit = { readonly height: 1080 | 2160; readonly fps: 30 | 60 }

/** The shorter side of what is called 1080p, in pixels. */
const FULL_HD = 1080

/**
 * The most frames a second of an export whose shorter side has `height` pixels. Who may export 4K may export 1080p
 * with 60, so that nobody loses them with an upgrade.
 */
export function framesAt({ height: most, fps }: ExportLimit, height: number): 30 | 60 {
  return most > FULL_HD && height <= FULL_HD ? 60 : fps
}

/** What a plan gives. `null` means by contract: an operator sets it for that customer. */
export type Plan = {
  readonly name: PlanName
  /** US cents for a month; a year costs `YEAR_DISCOUNT` less. */
  readonly monthlyCents: number | null
  /** Credits granted, `once` with the account or at the start of each `month`. */
  readonly credits: { readonly amount: number; readonly each: 'once' | 'month' } | null
  readonly maxDurationMs: number
  readonly maxBytes: number
  readonly export: ExportLimit
  readonly storage: { readonly bytes: number; readonly keptMs: number | null } | null
  readonly collaborators: number | null
  readonly jobsAtOnce: number
  /** Most exports, and most caption runs, of an account that wait or run. */
  readonly jobsInLine: number
  readonly queue: Queue
}

/** Every plan by its name: ours, or what an operator made of them. */
export type Plans = Readonly<Record<PlanName, Plan>>

/** What a year costs less than twelve months, as a fraction. */
export const YEAR_DISCOUNT = 0.2

/**
 * The plans of the product, lowest first. An enterprise customer has what their contract says; until an operator
 * enters it, they have what premium has, and no fixed price, credits, storage or number of collaborators.
 */
export const PLANS = {
  free: {
    name: 'free',
    monthlyCents: 0,
    credits: { amount: 30, each: 'once' },
    maxDurationMs: 3 * MINUTE_MS,
    maxBytes: 500 * MB,
    export: { height: 1080, fps: 30 },
    storage: { bytes: 2 * GB, keptMs: 30 * DAY_MS },
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
    storage: { bytes: 25 * GB, keptMs: null },
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
    storage: { bytes: 100 * GB, keptMs: null },
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
    storage: { bytes: 500 * GB, keptMs: null },
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
    collaborators: null,
    jobsAtOnce: 4,
    jobsInLine: 20,
    queue: 'reserved',
  },
} as const satisfies Record<PlanName, Plan>

/** What may be uploaded: the longest video in milliseconds, the largest file in bytes, and the plan's name. */
export function uploadLimitsOf(
  plan: PlanName,
  plans: Plans = PLANS,
): { plan: string; maxDurationMs: number; maxBytes: number } {
  const { name, maxDurationMs, maxBytes } = plans[plan]
  return { plan: name, maxDurationMs, maxBytes }
}

/** How many of an owner's jobs run at the same time. */
export function jobsAtOnce(plan: PlanName, plans: Plans = PLANS): number {
  return plans[plan].jobsAtOnce
}

/** How many exports, and how many caption runs, of an account may wait or run. */
export function jobsInLine(plan: PlanName, plans: Plans = PLANS): number {
  return plans[plan].jobsInLine
}

/** The queue's number for the plan's jobs: higher goes first. */
export function queuePriority(plan: PlanName, plans: Plans = PLANS): number {
  return QUEUE_PRIORITY[plans[plan].queue]
}

const QUEUE_PRIORITY = { low: 0, normal: 10, high: 20, reserved: 30 } as const satisfies Record<Queue, number>
