import { useLocation } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { useAffiliate } from '#features/referrals/web/index.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { useMounted } from '#platform/web/use-mounted.ts'

/** A signed-in user's account. */
export type SignedIn = NonNullable<ReturnType<typeof useAccount>['data']>

/** The parts of the viewer that the bar needs. */
export type Viewer = {
  /** Null for a visitor; undefined while unknown, as in the server's HTML. */
  readonly account: SignedIn | null | undefined
  /**
   * The page is for signed-in users only, and whether this is one is unknown: the bar has their links from the start.
   */
  readonly isExpected: boolean
  /** Has an affiliate record (spec §4). False until known. */
  readonly isAffiliate: boolean
  /** A signed-in affiliate under /affiliate, who gets the affiliate variant of the bar (spec §2). */
  readonly inAffiliateArea: boolean
  /** False on a site that sells nothing. */
  readonly sells: boolean
}

/**
 * The viewer of the page. Known only after mounting, since the server's HTML is the same for everybody.
 * @param needsAccount whether the page is for signed-in users only
 */
export function useViewer(needsAccount: boolean): Viewer {
  const mounted = useMounted()
  const account = useAccount()
  const sells = useIsSelling()
  const affiliate = useAffiliate()
  const { pathname } = useLocation()
  const user = mounted ? account.data : undefined
  const isAffiliate = Boolean(user && affiliate) && sells
  return {
    account: user,
    isExpected: needsAccount && user === undefined,
    isAffiliate,
    inAffiliateArea: isAffiliate && isAffiliatePath(pathname),
    sells,
  }
}

/** True under the path prefix /affiliate; /affiliates is another page. */
function isAffiliatePath(pathname: string): boolean {
  return pathname === '/affiliate' || pathname.startsWith('/affiliate/')
}
