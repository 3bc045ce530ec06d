import { Unsubscribed } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Unsubscribed · ${siteName()}` },
  { name: 'description', content: 'You no longer get these mails.' },
  { name: 'robots', content: 'noindex' },
]

/** /unsubscribed: after somebody unsubscribed. */
export default function UnsubscribedPage() {
  return <Unsubscribed />
}
