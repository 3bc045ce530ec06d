import { ReportPage } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'
import { useMounted } from '#platform/web/use-mounted.ts'

export const meta = () => [
  { title: `Report a page · ${siteName()}` },
  { name: 'description', content: 'Report a video or a caption look that breaks the law, your rights or our rules.' },
  { name: 'robots', content: 'noindex' },
]

/** /report/:kind/:token: the form that reports a public page. */
export default function Report({ params: { kind = '', token = '' } }: PageProps) {
  // The server draws one page for all kinds.
  const mounted = useMounted()
  if (kind === 'review' || kind === 'look') return <ReportPage key={token} kind={kind} token={token} />
  return mounted ? <NotFoundScreen /> : <ReportPage kind="look" token={token} />
}
