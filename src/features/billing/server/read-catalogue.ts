import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Env } from '#platform/server/env.ts'
import { nearestName } from '#platform/server/env/nearest-name.ts'
import {
  type Catalogue,
  catalogueWith,
  openCatalogue,
  overrideKeysAt,
  PlanOverrides,
  RetentionGroup,
  SiteLimits,
} from '../model/index.ts'

type CatalogueSettings = Pick<Env, 'BILLING' | 'LIMITS_JSON' | 'PLANS_FILE' | 'PLANS_JSON'>

/** The groups whose retention the environment sets, and the variable that does. */
export type FixedRetention = { readonly variable: string; readonly groups: readonly RetentionGroup[] }

/**
 * The plans and packs for sale: ours, with the operator's changes from PLANS_JSON or the file named by PLANS_FILE. On a
 * site that sells nothing, every plan has the limits of LIMITS_JSON.
 * @throws Error when the changes are invalid: a failed start is better than a wrong price
 */
export function readCatalogue(env: CatalogueSettings): { catalogue: Catalogue; fixedRetention: FixedRetention } {
  if (env.BILLING === 'off')
    return { catalogue: openCatalogue(readLimits(env)), fixedRetention: { variable: '', groups: [] } }
  const { setting, overrides } = readOverrides(env)
  const groups = RetentionGroup.options.filter(
    (group) => group !== 'everybody' && overrides.plans[group]?.storageDays !== undefined,
  )
  return { catalogue: catalogueWith(overrides), fixedRetention: { variable: setting, groups } }
}

function readLimits({ LIMITS_JSON }: CatalogueSettings): SiteLimits {
  try {
    return SiteLimits.parse(JSON.parse(LIMITS_JSON ?? '{}'))
  } catch (error) {
    throw new Error(`LIMITS_JSON is wrong: ${describeFault(error, () => Object.keys(SiteLimits.shape))}`, {
      cause: error,
    })
  }
}

function readOverrides(env: CatalogueSettings): { setting: string; overrides: PlanOverrides } {
  const setting = env.PLANS_JSON === undefined ? 'PLANS_FILE' : 'PLANS_JSON'
  try {
    const given = env.PLANS_JSON ?? (env.PLANS_FILE && readFileSync(env.PLANS_FILE, 'utf8'))
    return { setting, overrides: PlanOverrides.parse(given === undefined ? {} : JSON.parse(given)) }
  } catch (error) {
    throw new Error(`The plans in ${setting} are wrong: ${describeFault(error, overrideKeysAt)}`, { cause: error })
  }
}

/** The keys that are known at a path. */
type KnownKeys = (path: readonly string[]) => readonly string[]

function describeFault(error: unknown, knownAt: KnownKeys): string {
  if (error instanceof z.ZodError) return error.issues.flatMap((issue) => describeIssue(issue, knownAt)).join(' ')
  return error instanceof Error ? error.message : String(error)
}

function describeIssue(issue: z.core.$ZodIssue, knownAt: KnownKeys): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => describeUnknownKey(path, key, knownAt))
  return [`${path.join('.') || 'the whole'}: ${issue.message}.`]
}

function describeUnknownKey(path: readonly string[], key: string, knownAt: KnownKeys): string {
  const known = knownAt(path)
  const meant = nearestName(key, known)
  const advice =
    meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${[...path, meant].join('.')}?`
  return `${[...path, key].join('.')} is not a key. ${advice}`
}
