import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Env } from '#platform/server/env.ts'
import { nearestName } from '#platform/server/nearest-name.ts'
import { type Catalogue, CATALOGUE, catalogueWith, overrideKeysAt, PlanOverrides } from '../model/index.ts'

/**
 * The plans and packs for sale: ours, with the operator's changes from PLANS_JSON or the file named by PLANS_FILE.
 * @throws Error when the changes are invalid: a failed start is better than a wrong price
 */
export function readCatalogue(env: Pick<Env, 'PLANS_FILE' | 'PLANS_JSON'>): Catalogue {
  const setting = env.PLANS_JSON === undefined ? 'PLANS_FILE' : 'PLANS_JSON'
  try {
    const given = env.PLANS_JSON ?? (env.PLANS_FILE && readFileSync(env.PLANS_FILE, 'utf8'))
    return given === undefined ? CATALOGUE : catalogueWith(PlanOverrides.parse(JSON.parse(given)))
  } catch (error) {
    throw new Error(`The plans in ${setting} are wrong: ${describeFault(error)}`, { cause: error })
  }
}

function describeFault(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.flatMap(describeIssue).join(' ')
  return error instanceof Error ? error.message : String(error)
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => describeUnknownKey(path, key))
  return [`${path.join('.') || 'the whole'}: ${issue.message}.`]
}

function describeUnknownKey(path: readonly string[], key: string): string {
  const known = overrideKeysAt(path)
  const meant = nearestName(key, known)
  const advice =
    meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${[...path, meant].join('.')}?`
  return `${[...path, key].join('.')} is not a key. ${advice}`
}
