import type { Env } from '#platform/server/env.ts'

/** Whether the site sells plans and credits. */
export function isSelling({ BILLING }: Pick<Env, 'BILLING'>): boolean {
  return BILLING === 'on'
}
