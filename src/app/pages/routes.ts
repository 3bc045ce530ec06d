/** One page: its address without the leading slash, and its file. `*` matches unknown addresses. */
export type PageRoute = {
  readonly path: string
  readonly file: string
  /** True for a page about sales: a site that sells nothing shows {@link NOTHING_FOR_SALE} there. */
  readonly isSales?: boolean
}

/** The page that a site which sells nothing shows at the address of every page about sales. */
export const NOTHING_FOR_SALE = 'routes/nothing-for-sale.tsx'

/** Every page (spec §2). The server draws these paths only, and the browser loads the same files for them. */
const routes = [
  route('', 'routes/home.tsx'),
  route('auth', 'routes/auth.tsx'),
  route('login', 'routes/login.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('verify-email', 'routes/verify-email.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  salesRoute('pricing', 'routes/pricing.tsx'),
  route('faq', 'routes/faq.tsx'),
  route('blog', 'routes/blog.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('cookies', 'routes/cookies.tsx'),
  salesRoute('refund', 'routes/refund.tsx'),
  route('support', 'routes/support.tsx'),
  route('updates', 'routes/updates.tsx'),
  route('templates', 'routes/templates.tsx'),
  route('upload', 'routes/upload.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('projects/:projectId', 'routes/project.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('status', 'routes/status.tsx'),
  route('error', 'routes/error.tsx'),
  route('maintenance', 'routes/maintenance.tsx'),
  salesRoute('billing', 'routes/billing.tsx'),
  salesRoute('billing/checkout', 'routes/checkout.tsx'),
  salesRoute('billing/return', 'routes/checkout-return.tsx'),
  salesRoute('billing/test-checkout', 'routes/test-checkout.tsx'),
  route('storage', 'routes/storage.tsx'),
  route('brand', 'routes/brand.tsx'),
  route('collaborators', 'routes/collaborators.tsx'),
  route('accept-invitation/:invitationId', 'routes/accept-invitation.tsx'),
  route('review/:token', 'routes/review.tsx'),
  salesRoute('affiliate', 'routes/affiliate-landing.tsx'),
  salesRoute('affiliate/signup', 'routes/affiliate-signup.tsx'),
  salesRoute('affiliate/login', 'routes/affiliate-login.tsx'),
  salesRoute('affiliate/forgot-password', 'routes/affiliate-forgot-password.tsx'),
  salesRoute('affiliate/complete-profile', 'routes/affiliate-complete-profile.tsx'),
  salesRoute('affiliate/dashboard', 'routes/affiliate-dashboard.tsx'),
  salesRoute('affiliate/payout-settings', 'routes/affiliate-payout-settings.tsx'),
  salesRoute('affiliate/referrals', 'routes/affiliate-referrals.tsx'),
  salesRoute('affiliate/profile', 'routes/affiliate-profile.tsx'),
  salesRoute('affiliate/materials', 'routes/affiliate-materials.tsx'),
  route('look/:token', 'routes/look.tsx'),
  route('report/sent', 'routes/report-sent.tsx'),
  route('report/:kind/:token', 'routes/report.tsx'),
  route('takedown/:token', 'routes/takedown.tsx'),
  route('operator', 'routes/operator.tsx'),
  salesRoute('operator/affiliates', 'routes/operator-affiliates.tsx'),
  salesRoute('operator/commissions', 'routes/operator-commissions.tsx'),
  salesRoute('operator/payouts', 'routes/operator-payouts.tsx'),
  route('operator/users', 'routes/operator-users.tsx'),
  route('operator/users/:userId', 'routes/operator-user.tsx'),
  route('operator/reports', 'routes/operator-reports.tsx'),
  route('operator/reports/:caseId', 'routes/operator-report.tsx'),
  route('operator/blocked', 'routes/operator-blocked.tsx'),
  route('operator/jobs', 'routes/operator-jobs.tsx'),
  route('operator/speech', 'routes/operator-speech.tsx'),
  route('operator/operators', 'routes/operator-operators.tsx'),
  route('operator/actions', 'routes/operator-actions.tsx'),
  route('operator/site', 'routes/operator-site.tsx'),
  route('operator/mail', 'routes/operator-mail.tsx'),
  route('operator/alerts', 'routes/operator-alerts.tsx'),
  route('*', 'routes/not-found.tsx'),
]
export default routes

/** The pages that a site offers: without those about sales if it sells nothing. */
export function offeredRoutes({ sells }: { sells: boolean }): PageRoute[] {
  return routes.filter(({ isSales }) => sells || isSales !== true)
}

function route(path: string, file: string): PageRoute {
  return { path, file }
}

function salesRoute(path: string, file: string): PageRoute {
  return { path, file, isSales: true }
}
