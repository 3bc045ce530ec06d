import { OwnTakedown, ReportLink } from '#features/abuse/web/index.ts'
import { useAccount } from '#features/accounts/web/index.ts'
import { LinkedPage } from '#features/rendering/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import type { PageProps } from '../router/page-modules.ts'
import { addressOfChoice } from '../use-choice-in-address.ts'
import '../application.css'

export const meta = () => [
  { title: `A caption look · ${siteName()}` },
  {
    name: 'description',
    content: 'A look for captions that somebody shared with you. Use it in your videos, and change anything about it.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /look/:token: a look that somebody shares by its link. */
export default function Look({ params: { token = '' } }: PageProps) {
  const account = useAccount()
  const mounted = useMounted()
  const isKnown = mounted && Boolean(account.data)
  return (
    <>
      <OwnTakedown kind="look" token={token} isKnown={isKnown} />
      <LinkedPage key={token} token={token} addressOfUse={addressOfChoice({ kind: 'link', id: token }, isKnown)} />
      <p className="mx-auto w-full max-w-xl px-4 pb-12 text-sm sm:px-6">
        <ReportLink kind="look" />
      </p>
    </>
  )
}
