import { Unsubscribed } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Unsubscribed · ${siteName()}` },
  { name: 'description', content: 'You no longer get these mails.' },
  { name: 'robots', content: 'noindex' },
]

/** /unsubscribe/done: after somebody unsubscribed. */
export default function UnsubscribeDone() {
  return <Unsubscribed />
}
