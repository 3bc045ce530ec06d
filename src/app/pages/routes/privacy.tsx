import { PrivacyPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Privacy Policy · ${siteName()}` },
  {
    name: 'description',
    content: 'What we keep about you, why, for how long, and how you take it with you or delete it.',
  },
]

/** /privacy (spec §2). */
export default function Privacy() {
  return <PrivacyPage />
}
