import { TestMoney, usePricing } from '#features/billing/web/index.ts'
import { PricingPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Pricing · ${siteName()}` },
  {
    name: 'description',
    content: 'Plans for every amount of video: free to start, credits by the minute, no watermark on any plan.',
  },
]

/** /pricing (spec §2). */
export default function Pricing() {
  const { provider, ...pricing } = usePricing()
  return (
    <>
      {provider === 'test' && <TestMoney />}
      <PricingPage price={CAPTION_PRICE} {...pricing} />
    </>
  )
}
