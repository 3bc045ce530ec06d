import { useSessionSync } from '#features/accounts/web/index.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { classNames } from '#ui/class-names.ts'
import { BarLinks, VisitorLinks } from './bar-links.tsx'
import { Brand } from './brand.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { useWhosePlan } from './open-video.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { UpgradeLink } from './upgrade-link.tsx'
import { useDeparture } from './use-departure.ts'
import { useScrolled } from './use-scrolled.ts'
import { useViewer } from './viewer.ts'

/** Pixels of scrolling after which the bar stands out from the page (spec §9). */
const SCROLLED_PX = 20
const LATER = { isUrgent: false }

/** Visitors need none of them: these load once a user is signed in, after what the page itself shows. */
const UserMenu = deferredComponent(
  async () => (await import('./user-menu.tsx')).UserMenu,
  <span className="size-8" />,
  LATER,
)
const CreditCount = deferredComponent(
  async () => (await import('#features/credits/web/index.ts')).CreditCount,
  <span className="h-7 w-14" />,
  LATER,
)
const OwnerCredits = deferredComponent(
  async () => (await import('./owner-credits.tsx')).OwnerCredits,
  <span className="h-7 w-14" />,
  LATER,
)

/** The bar at the top of every page (spec §2). */
export function Header({
  wide = false,
  needsAccount = false,
}: {
  /** As wide as the window, over a workspace and the pages around it. */
  wide?: boolean
  /** The page is for signed-in users only. */
  needsAccount?: boolean
}) {
  const scrolled = useScrolled(SCROLLED_PX)
  const viewer = useViewer(needsAccount)
  const { account, isExpected, isAffiliate, inAffiliateArea } = viewer
  const whose = useWhosePlan()
  useSessionSync()
  useDeparture(account, stopTheirUploads)

  return (
    <header
      data-scrolled={scrolled || undefined}
      className={classNames(
        'sticky top-0 z-30 h-header border-b transition-colors print:hidden',
        scrolled ? 'border-border bg-bg/85 backdrop-blur-md' : 'border-transparent bg-bg',
      )}
    >
      <div
        className={classNames(
          'mx-auto flex h-full items-center gap-2',
          wide ? 'px-4 sm:px-3' : 'max-w-6xl px-4 sm:px-6',
        )}
      >
        <Brand tight={Boolean(account) || isExpected} />
        {inAffiliateArea && (
          <span className="flex max-sm:hidden">
            <Badge tone="accent">Affiliate Partner</Badge>
          </span>
        )}
        <BarLinks viewer={viewer} />
        <div className="ml-auto flex items-center gap-1.5 max-[23rem]:gap-0.5">
          <UpgradeLink viewer={viewer} className={buttonClass({ className: 'max-md:hidden' })} />
          {account && viewer.sells && whose === 'own' && <CreditCount />}
          {account && viewer.sells && typeof whose === 'object' && <OwnerCredits {...whose} />}
          <ThemeToggle />
          {account && <UserMenu account={account} isAffiliate={isAffiliate} />}
          {account === null && <VisitorLinks />}
          {account === undefined && <span className={isExpected ? 'size-8' : 'size-9 sm:w-36'} />}
          <MobileMenu viewer={viewer} />
        </div>
      </div>
    </header>
  )
}

/** Stops uploads when the session ends elsewhere, or waiting files would go to the next user. */
async function stopTheirUploads(): Promise<void> {
  const { stopUploads } = await import('./stop-uploads.ts')
  stopUploads()
}
