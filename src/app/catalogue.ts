import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Catalogue, CATALOGUE, catalogueWith, PlanOverrides } from '#features/billing/model/index.ts'
import type { Env } from '#platform/server/env.ts'

/**
 * What is for sale: our plans and packs as the operator changed them, in PLANS_JSON or the file PLANS_FILE names.
 * @throws Error when that is not as it should be: a start fails rather than sell something nobody meant
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
