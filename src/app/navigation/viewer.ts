import { useLocation } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { useAffiliate } from '#features/referrals/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'

/** A signed-in user's account. */
export type SignedIn = NonNullable<ReturnType<typeof useAccount>['data']>

/** Who looks at the page, as far as the bar must know. */
export type Viewer = {
  /** Null for a visitor; undefined while that is not known, as in the server's HTML. */
  readonly account: SignedIn | null | undefined
  /** Has an affiliate record (spec §4). False until that is known. */
  readonly isAffiliate: boolean
  /** A signed-in affiliate under /affiliate, who gets the affiliate variant of the bar (spec §2). */
  readonly inPartnerArea: boolean
}

/** Who looks at the page. Known only after mounting: every page is the same for everybody before. */
export function useViewer(): Viewer {
  const mounted = useMounted()
  const account = useAccount()
  const affiliate = useAffiliate()
  const { pathname } = useLocation()
  const user = mounted ? account.data : undefined
  const isAffiliate = Boolean(user && affiliate)
  return { account: user, isAffiliate, inPartnerArea: isAffiliate && isPartnerPath(pathname) }
}

/** True under the path prefix /affiliate; /affiliates is another page. */
function isPartnerPath(pathname: string): boolean {
  return pathname === '/affiliate' || pathname.startsWith('/affiliate/')
}
