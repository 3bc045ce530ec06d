import { OwnTakedown, ReportLink } from '#features/abuse/web/index.ts'
import { useAccount } from '#features/accounts/web/index.ts'
import { ReviewPage } from '#features/review/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
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
  const account = useAccount()
  const mounted = useMounted()
  return (
    <>
      <OwnTakedown kind="review" token={token} isKnown={mounted && Boolean(account.data)} />
      <ReviewPage key={token} token={token} reportLink={<ReportLink kind="review" />} />
      <noscript>
        <p className="p-4 text-sm">
          <ReportLink kind="review" />
        </p>
      </noscript>
    </>
  )
}
