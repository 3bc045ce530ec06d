import { UnsubscribePage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'

export const meta = () => [
  { title: `Unsubscribe · ${siteName()}` },
  { name: 'description', content: `Choose which mails of ${siteName()} you get.` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** /unsubscribe/:token, the target of a link in mails. */
export default function Unsubscribe({ params: { token = '' } }: PageProps) {
  return <UnsubscribePage token={token} />
}
