import { TakedownPage } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'

export const meta = () => [
  { title: `Taken down · ${siteName()}` },
  { name: 'description', content: 'Why something of yours was taken down, and how to object.' },
  { name: 'robots', content: 'noindex' },
]

/** /takedown/:token: for the owner of what was taken down. */
export default function Takedown({ params: { token = '' } }: PageProps) {
  return <TakedownPage key={token} token={token} />
}
