import { ReviewPage } from '#features/review/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import '../application.css'

export const meta = () => [
  { title: `Review · ${siteName()}` },
  { name: 'description', content: 'Watch a captioned video, comment on it and approve it.' },
  { name: 'robots', content: 'noindex' },
]

/** A workspace fills the window: no footer under it. */
export const handle = { fullHeight: true }

/** /review/:token */
export default function Review({ params: { token = '' } }: PageProps) {
  return <ReviewPage key={token} token={token} />
}
