import { loadOwnPolicy, OwnPolicyPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps, SiteFacts } from '../router/page-modules.ts'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'

export const meta = ({ policies }: SiteFacts) =>
  policies?.includes('imprint') === true
    ? [
        { title: `Imprint · ${siteName()}` },
        { name: 'description', content: 'Who runs this site, and how to reach them.' },
      ]
    : [{ title: `Page Not Found · ${siteName()}` }, { name: 'robots', content: 'noindex' }]

/** The operator's text; empty while there is none. */
export const loadText = (site: SiteFacts) => loadOwnPolicy('imprint', site)

/** /imprint: there is none until operators write it, and the server answers with 404. */
export default function Imprint({ text }: PageProps) {
  return text === '' ? <NotFoundScreen /> : <OwnPolicyPage text={text} />
}
