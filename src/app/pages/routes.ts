import type { Site } from '#platform/shared/contacts.ts'

/** One page: its address without the leading slash, and its file. `*` matches unknown addresses. */
export type PageRoute = {
  readonly path: string
  readonly file: string
  /** True for a page about sales: a site that sells nothing shows {@link NOTHING_FOR_SALE} there. */
  readonly isSales?: boolean
}

/** Its page exists once operators wrote one. */
const IMPRINT = 'imprint'

/** The page that a site which sells nothing shows at the address of every page about sales. */
export const NOTHING_FOR_SALE = 'routes/nothing-for-sale.tsx'

/** The page at unknown addresses. */
export const NOT_FOUND = route('*', 'not-found')

/** Every page (spec §2). The server draws these paths only, and the browser loads the same files for them. */
const routes = [
  route('', 'home'),
  route('auth'),
  route('login'),
  route('signup'),
  route('forgot-password'),
  route('reset-password'),
  route('verify-email'),
  route('confirm-email'),
  salesRoute('pricing'),
  route('faq'),
  route('blog'),
  route('privacy'),
  route('terms'),
  route('cookies'),
  salesRoute('refund'),
  route(IMPRINT),
  route('policies/:policy/:version', 'policy-version'),
  route('support'),
  route('updates'),
  route('templates'),
  route('upload'),
  route('profile'),
  route('projects/:projectId', 'project'),
  route('contact'),
  route('status'),
  route('error'),
  route('maintenance'),
  salesRoute('billing'),
  salesRoute('billing/checkout', 'checkout'),
  salesRoute('billing/return', 'checkout-return'),
  salesRoute('billing/test-checkout', 'test-checkout'),
  route('storage'),
  route('brand'),
  route('collaborators'),
  route('accept-invitation/:invitationId', 'accept-invitation'),
  route('review/:token', 'review'),
  salesRoute('affiliate', 'affiliate-landing'),
  salesRoute('affiliate/signup'),
  salesRoute('affiliate/login'),
  salesRoute('affiliate/forgot-password'),
  salesRoute('affiliate/complete-profile'),
  salesRoute('affiliate/dashboard'),
  salesRoute('affiliate/payout-settings'),
  salesRoute('affiliate/referrals'),
  salesRoute('affiliate/profile'),
  salesRoute('affiliate/materials'),
  route('look/:token', 'look'),
  route('unsubscribed'),
  route('unsubscribe/:token', 'unsubscribe'),
  route('report/sent'),
  route('report/:kind/:token', 'report'),
  route('takedown/:token', 'takedown'),
  route('operator'),
  salesRoute('operator/affiliates'),
  salesRoute('operator/payments'),
  salesRoute('operator/commissions'),
  salesRoute('operator/payouts'),
  route('operator/users'),
  route('operator/users/:userId', 'operator-user'),
  route('operator/reports'),
  route('operator/reports/:caseId', 'operator-report'),
  route('operator/blocked'),
  route('operator/jobs'),
  route('operator/speech'),
  route('operator/operators'),
  route('operator/actions'),
  route('operator/site'),
  route('operator/sign-in'),
  route('operator/mail'),
  route('operator/alerts'),
  NOT_FOUND,
]
export default routes

/** The pages that a site offers: an imprint if it has one, and pages about sales if it sells something. */
export function offeredRoutes({ sells, policies = [] }: Pick<Site, 'sells' | 'policies'>): PageRoute[] {
  return routes.filter(
    ({ path, isSales }) => policies.includes(path) || (path !== IMPRINT && (sells || isSales !== true)),
  )
}

/** @param name of the file, that of the address by default */
function route(path: string, name = path.replaceAll('/', '-')): PageRoute {
  return { path, file: `routes/${name}.tsx` }
}

function salesRoute(path: string, name?: string): PageRoute {
  return { ...route(path, name), isSales: true }
}
