import type { Env } from '#platform/server/env.ts'

/** Whether credits are unlimited: with billing off, nobody pays and nothing is charged. */
export function hasUnlimitedCredits({ BILLING }: Pick<Env, 'BILLING'>): boolean {
  return BILLING === 'off'
}
