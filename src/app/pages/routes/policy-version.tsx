import { PolicyVersionPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'

export const meta = () => [
  { title: `A version of our texts · ${siteName()}` },
  { name: 'description', content: 'A text of this site as it was published, with its date.' },
  { name: 'robots', content: 'noindex' },
]

/** /policies/:policy/:version: an earlier version of a text that operators wrote. */
export default function PolicyVersion({ params: { policy = '', version = '' } }: PageProps) {
  return <PolicyVersionPage key={`${policy} ${version}`} policy={policy} version={version} />
}
