import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Env } from '#platform/server/env.ts'
import { type Catalogue, CATALOGUE, catalogueWith, PlanOverrides } from '../model/index.ts'

/**
 * The plans and packs for sale: ours, with the operator's changes from PLANS_JSON or the file named by PLANS_FILE.
 * @throws Error when the changes are invalid: a failed start is better than a wrong price
 */
export function readCatalogue(env: Pick<Env, 'PLANS_FILE' | 'PLANS_JSON'>): Catalogue {
  const given = env.PLANS_JSON ?? (env.PLANS_FILE && readFileSync(env.PLANS_FILE, 'utf8'))
  if (given === undefined) return CATALOGUE
  try {
    return catalogueWith(PlanOverrides.parse(JSON.parse(given)))
  } catch (error) {
    const told =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error)
    throw new Error(`The plans in ${env.PLANS_JSON === undefined ? 'PLANS_FILE' : 'PLANS_JSON'} are wrong: ${told}`, {
      cause: error,
    })
  }
}
