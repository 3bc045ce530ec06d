import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { PackId } from './items.ts'
import { type Plan, PLANS } from './plans.ts'
import { CATALOGUE, type Catalogue, CREDIT_PACKS } from './prices.ts'

const cents = z.int().min(0).max(10_000_000)
const count = z.int().min(0)
const MB = 1_000_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** An operator's overrides of a plan; missing keys keep their default. `null` means by contract. */
const PlanOverride = z.strictObject({
  monthlyCents: cents.nullable().optional().describe('Price of a month in US cents; null on request'),
  creditsPerMonth: z.int().min(1).max(1_000_000).nullable().optional().describe('Credits a month; null by contract'),
  maxMinutes: z.number().positive().optional().describe('Longest video, in minutes'),
  maxMegabytes: z.number().positive().optional().describe('Largest file, in megabytes'),
  exportHeight: z
    .union([z.literal(1080), z.literal(2160)])
    .optional()
    .describe('Largest export: the shorter side, in pixels'),
  exportFps: z
    .union([z.literal(30), z.literal(60)])
    .optional()
    .describe('Highest frame rate of exports'),
  storageMegabytes: z.number().positive().nullable().optional().describe('Storage, in megabytes; null by contract'),
  storageDays: z
    .number()
    .positive()
    .nullable()
    .optional()
    .describe('Days after which files are deleted; null, the default of every plan except free, keeps them'),
  collaborators: count.nullable().optional().describe('Collaborators of an owner; null by contract'),
  jobsAtOnce: z.int().min(1).max(16).optional().describe('Jobs of an account that run at once'),
  jobsInLine: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Exports, and caption runs, of an account that wait or run'),
  queue: z.enum(['low', 'normal', 'high', 'reserved']).optional().describe('Order of its jobs; reserved runs first'),
})
type PlanOverride = z.output<typeof PlanOverride>

/** An operator's override of a pack; both keys are required. */
const PackOverride = z.strictObject({
  credits: z.int().min(1).max(1_000_000).describe('Credits in the pack'),
  cents: cents.describe('Price of the pack in US cents'),
})

/** An operator's overrides of plans and packs. Unknown keys are refused; `scripts/` documents the known ones. */
export const PlanOverrides = z.strictObject({
  plans: z.partialRecord(PlanName, PlanOverride).default({}),
  packs: z.partialRecord(PackId, PackOverride).default({}),
})
export type PlanOverrides = z.output<typeof PlanOverrides>

/** The limits of everybody on a site that sells nothing: those of a plan, except that files are never deleted. */
export const SiteLimits = PlanOverride.omit({
  monthlyCents: true,
  creditsPerMonth: true,
  storageDays: true,
  queue: true,
})
export type SiteLimits = z.output<typeof SiteLimits>

/**
 * The catalogue of a site that sells nothing: every plan has the same limits, and files stay until somebody deletes
 * them.
 * @param limits missing keys keep the limits of the largest plan; storage and collaborators are unlimited by default
 */
export function openCatalogue(limits: SiteLimits): Catalogue {
  const plans = PlanName.options.map((name) => {
    const { monthlyCents, credits } = PLANS[name]
    const open = changed({ ...PLANS.enterprise, queue: 'normal' }, limits)
    return [name, { ...open, name, monthlyCents, credits }] as const
  })
  return { ...CATALOGUE, plans: { ...CATALOGUE.plans, ...Object.fromEntries(plans) } }
}

/** The keys that overrides may have at a path, such as `['plans', 'pro']`; empty where there are none. */
export function overrideKeysAt([group, name]: readonly string[]): readonly string[] {
  if (group === undefined) return Object.keys(PlanOverrides.shape)
  if (group === 'plans') return name === undefined ? PlanName.options : Object.keys(PlanOverride.shape)
  return name === undefined ? PackId.options : Object.keys(PackOverride.shape)
}

/** The product's catalogue with an operator's overrides. */
export function catalogueWith(overrides: PlanOverrides): Catalogue {
  const plans = PlanName.options.map((name) => [name, changed(PLANS[name], overrides.plans[name] ?? {})] as const)
  const packs = PackId.options.map((id) => [id, { ...CREDIT_PACKS[id], ...overrides.packs[id] }] as const)
  return {
    plans: { ...CATALOGUE.plans, ...Object.fromEntries(plans) },
    packs: { ...CATALOGUE.packs, ...Object.fromEntries(packs) },
  }
}

function changed(plan: Plan, o: PlanOverride): Plan {
  return {
    ...plan,
    ...(o.monthlyCents !== undefined && { monthlyCents: o.monthlyCents }),
    ...(o.creditsPerMonth !== undefined && { credits: monthly(o.creditsPerMonth) }),
    maxDurationMs: o.maxMinutes === undefined ? plan.maxDurationMs : Math.round(o.maxMinutes * MINUTE_MS),
    maxBytes: o.maxMegabytes === undefined ? plan.maxBytes : Math.round(o.maxMegabytes * MB),
    export: {
      height: o.exportHeight ?? plan.export.height,
      fps: o.exportFps ?? plan.export.fps,
    },
    storage: storageOf(plan, o),
    retentionMs: retentionOf(plan, o),
    ...(o.collaborators !== undefined && { collaborators: o.collaborators }),
    jobsAtOnce: o.jobsAtOnce ?? plan.jobsAtOnce,
    jobsInLine: o.jobsInLine ?? plan.jobsInLine,
    queue: o.queue ?? plan.queue,
  }
}

function monthly(amount: number | null): Plan['credits'] {
  return amount === null ? null : { amount, each: 'month' }
}

function storageOf({ storage }: Plan, { storageMegabytes }: PlanOverride): Plan['storage'] {
  if (storageMegabytes === undefined) return storage
  return storageMegabytes === null ? null : { bytes: Math.round(storageMegabytes * MB) }
}

function retentionOf({ retentionMs }: Plan, { storageMegabytes, storageDays }: PlanOverride): number | null {
  if (storageDays === undefined) return storageMegabytes === null ? null : retentionMs
  return storageDays === null ? null : Math.round(storageDays * DAY_MS)
}
