import type { PlanName } from '#features/accounts/model/index.ts'
import { may } from '#features/billing/model/index.ts'
import type { SignedIn, Viewer } from './viewer.ts'

/** The minimum width for a link in the bar; below it, the link is under "More". */
export type Room = 'sm' | 'md' | 'lg'

/** One link of the bar. */
export type Page = { readonly to: string; readonly label: string; readonly room: Room }

/** The bar's links (spec §2). */
export function pagesFor({
  account,
  isExpected,
  inAffiliateArea,
  sells,
}: Pick<Viewer, 'account' | 'isExpected' | 'inAffiliateArea' | 'sells'>): readonly Page[] {
  if (inAffiliateArea) return AFFILIATE_PAGES
  const pages = sells ? PAGES : PAGES.filter(({ to }) => !SALES_PAGES.has(to))
  return account || isExpected
    ? [MY_VIDEOS, ...pages.map((page) => ({ ...page, room: SIGNED_IN_ROOM[page.room] }))]
    : pages
}

/** Further links of the mobile menu (spec §2). */
export function morePagesFor({ inAffiliateArea }: Pick<Viewer, 'inAffiliateArea'>): readonly Omit<Page, 'room'>[] {
  return inAffiliateArea ? [{ to: '/affiliate/materials', label: 'Promotional Materials' }] : []
}

/** Whether to offer a larger plan: when the user's is missing, free or basic (spec §2). */
export function isOfferedUpgrade(plan: PlanName | undefined): boolean {
  return plan === undefined || may(plan, 'offerUpgrade')
}

/** One link of the user menu, with the tag at its end. */
export type UserPage = { readonly to: string; readonly label: string; readonly tag?: string }

/** The links of the user menu (spec §2, §6). */
export function userPagesFor(
  { plan }: Pick<SignedIn, 'plan'>,
  o: {
    isAffiliate: boolean
    /** Whether this site takes payments. */
    sells: boolean
    isOperator: boolean
  },
): readonly UserPage[] {
  return [
    { to: o.isAffiliate ? '/affiliate/profile' : '/profile', label: 'Profile' },
    { to: '/upload', label: 'My videos' },
    ...(o.isAffiliate ? [] : [{ to: '/storage', label: 'Storage' }]),
    { to: '/brand', label: 'Brand kit' },
    ...collaboratorsPage(plan, o.sells),
    ...(o.sells && may(plan, 'seeBilling') ? [{ to: '/billing', label: 'Billing', tag: nameOfPlan(plan) }] : []),
    ...(o.isOperator ? [{ to: '/operator', label: 'Operator' }] : []),
  ]
}

/** The page of collaborators; tagged only where it comes with a plan. */
function collaboratorsPage(plan: PlanName, sells: boolean): readonly UserPage[] {
  const page = { to: '/collaborators', label: 'Collaborators' }
  if (!sells) return [page]
  return may(plan, 'inviteCollaborators') ? [{ ...page, tag: 'Pro' }] : []
}

/** A plan's name as a word: `Pro`. */
function nameOfPlan(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

const MY_VIDEOS: Page = { to: '/upload', label: 'My videos', room: 'sm' }
const PAGES: readonly Page[] = [
  { to: '/', label: 'Home', room: 'sm' },
  { to: '/pricing', label: 'Pricing', room: 'sm' },
  { to: '/affiliate', label: 'Affiliate', room: 'md' },
  { to: '/support', label: 'Support', room: 'lg' },
  { to: '/updates', label: 'Updates', room: 'lg' },
  { to: '/contact', label: 'Contact', room: 'lg' },
]
/** Left out on a site that sells nothing. */
const SALES_PAGES: ReadonlySet<string> = new Set(['/pricing', '/affiliate'])
/** The credits, plan and picture of a signed-in user take the room of a link or two. */
const SIGNED_IN_ROOM: Readonly<Record<Room, Room>> = { sm: 'md', md: 'lg', lg: 'lg' }

const AFFILIATE_PAGES: readonly Page[] = [
  { to: '/affiliate/dashboard', label: 'Dashboard', room: 'md' },
  { to: '/affiliate/referrals', label: 'Referrals', room: 'lg' },
  { to: '/affiliate/payout-settings', label: 'Payout Settings', room: 'lg' },
  { to: '/affiliate/profile', label: 'Profile', room: 'lg' },
]
