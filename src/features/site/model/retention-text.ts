import { PLANS, type Plans } from '#features/billing/model/index.ts'
import type { RetentionFacts, Site } from '#platform/shared/contacts.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { formatList } from '#platform/shared/format/numbers.ts'
import type { TextFacts } from './text-facts.ts'

type Facts = Pick<TextFacts, 'retention' | 'sells'>

/** The plans with a page of prices, and the words of our texts for them. */
const PLAN_WORDS = [
  { of: 'free', plan: 'the free plan' },
  { of: 'basic', plan: 'Basic' },
  { of: 'pro', plan: 'Pro' },
  { of: 'premium', plan: 'Premium' },
] as const

/** How long new files are stored by the product's own plans. */
const OWN_RETENTION = retentionFacts(PLANS)

/** A site with how long these plans store files, if that differs from the product's own plans. */
export function withRetentionOf(site: Site, plans: Plans): Site {
  const retention = retentionFacts(plans)
  return JSON.stringify(retention) === JSON.stringify(OWN_RETENTION) ? site : { ...site, retention }
}

function retentionFacts({ free, basic, pro, premium }: Plans): RetentionFacts {
  return {
    free: free.retentionMs,
    basic: basic.retentionMs,
    pro: pro.retentionMs,
    premium: premium.retentionMs,
  }
}

/** The answer to "How long are my files kept?". */
export function keptAnswer(facts: Facts): string {
  const periods = limitedPeriods(facts)
  if (!facts.sells) {
    const [period] = periods
    return period === undefined ? 'Until you delete them.' : `For ${period.days}. We mail you three days before.`
  }
  const others = 'for as long as you have the plan.'
  if (periods.length === 0) return `On every plan, ${others}`
  const limited = periods.map(({ plan, days }) => `On ${plan}, for ${days}.`).join(' ')
  return periods.length === PLAN_WORDS.length ? limited : `${limited} On other plans, ${others}`
}

/** The sentence of the terms about plans with a period; empty without any. */
export function keptTerms(facts: Facts): string {
  return limitedPeriods(facts)
    .map(({ plan, days }) => ` On ${plan}, files are kept for ${days}.`)
    .join('')
}

/** The end of "Until you delete them" in the privacy policy. */
export function keptClause(facts: Facts): string {
  const periods = limitedPeriods(facts)
  if (!facts.sells) return periods.map(({ days }) => `, at most ${days}`).join('')
  const named = periods.map(({ plan, days }) => `on ${plan} ${days}`)
  return named.length === 0 ? '' : `; ${formatList(named)}`
}

/** When files of plans with a period are deleted, with a space at the end; empty without any. */
export function keptDeletions(facts: Facts): string {
  return limitedPeriods(facts)
    .map(
      ({ plan, days }) => `${facts.sells ? `On ${plan}, files` : 'Files'} are deleted ${days} after you added them. `,
    )
    .join('')
}

/** On a site that sells nothing everybody has the period of the free plan, which it then has if an operator set it. */
function limitedPeriods({ sells, retention }: Facts): { plan: string; days: string }[] {
  const everybody = retention?.free ?? null
  if (!sells) return everybody === null ? [] : [{ plan: '', days: formatDays(everybody) }]
  const periods = retention ?? OWN_RETENTION
  return PLAN_WORDS.flatMap(({ of, plan }) => {
    const ms = periods[of]
    return ms === null ? [] : [{ plan, days: formatDays(ms) }]
  })
}
