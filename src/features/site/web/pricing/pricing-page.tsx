import { type ReactNode, useState } from 'react'
import {
  type Catalogue,
  CATALOGUE,
  type Interval,
  type PackId,
  type Plan,
  YEAR_DISCOUNT,
} from '#features/billing/model/index.ts'
import { useSite } from '#platform/web/use-site.ts'
import { Segmented } from '#ui/segmented.tsx'
import { creditsAndPlans } from '../../model/credits-text.ts'
import { type CaptionPrice, planList } from '../../model/pricing.ts'
import { parseText, sectionsOf } from '../../model/rich-text.ts'
import { QuestionGroups } from '../help/faq-questions.tsx'
import { PageOpening } from '../page-opening.tsx'
import { Comparison } from './pricing-comparison.tsx'
import { CreditsExplained } from './pricing-credits.tsx'
import { CreditPacks } from './pricing-packs.tsx'
import { PlanCards } from './pricing-cards.tsx'

/** Props of {@link PricingPage}. */
export type PricingPageProps = {
  readonly price: CaptionPrice
  /** Default the product's own plans and packs. */
  readonly catalogue?: Catalogue
  /** The button of a plan; default a link to sign-up, or to the contact page for a contract. */
  readonly choose?: (plan: Plan['name'], interval: Interval) => ReactNode
  /** The button of a pack; default a link to sign-up. */
  readonly choosePack?: (pack: PackId) => ReactNode
}

/** /pricing (spec §2): plans, the price in credits, packs, the comparison and questions. */
export function PricingPage({ price, catalogue = CATALOGUE, choose, choosePack }: PricingPageProps) {
  const [interval, setInterval] = useState<Interval>('month')
  const plans = planList(catalogue.plans)
  const { sections } = sectionsOf(parseText(creditsAndPlans({ contacts: useSite()?.contacts, price, sells: true })), 2)
  return (
    <>
      <PageOpening
        title="Pay for what you caption"
        lead="One price for every video, on every plan. Editing and exports are free, and no plan puts a watermark on your work."
      >
        <div className="mt-9 w-fit min-w-72 max-sm:w-full">
          <Segmented label="How you pay" options={INTERVALS} value={interval} onChange={setInterval} />
        </div>
      </PageOpening>
      <PlanCards plans={plans} interval={interval} price={price} choose={choose} />
      <CreditsExplained price={price} />
      <CreditPacks packs={Object.values(catalogue.packs)} price={price} choose={choosePack} />
      <Comparison plans={plans} interval={interval} />
      <div className="drawn-later border-t border-border">
        <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
          <QuestionGroups groups={sections} />
        </div>
      </div>
    </>
  )
}

const INTERVALS: readonly { value: Interval; label: string }[] = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: `Yearly, ${YEAR_DISCOUNT * 100}% less` },
]
