import { loadOwnPolicy, OwnPolicyPage, PrivacyPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps, SiteFacts } from '../router/page-modules.ts'

export const meta = () => [
  { title: `Privacy Policy · ${siteName()}` },
  {
    name: 'description',
    content: 'What we keep about you, why, for how long, and how you take it with you or delete it.',
  },
]

/** The operator's text; empty while there is none. */
export const loadText = (site: SiteFacts) => loadOwnPolicy('privacy', site)

/** /privacy (spec §2). */
export default function Privacy({ text }: PageProps) {
  return text === '' ? <PrivacyPage /> : <OwnPolicyPage text={text} />
}
