/** One page: its address without the slash before it, and the file that draws it. `*` stands for what is no page. */
export type PageRoute = { readonly path: string; readonly file: string }

/** Every page (spec §2). The server draws these paths only, and the browser loads the same files for them. */
export default [
  route('', 'routes/home.tsx'),
  route('auth', 'routes/auth.tsx'),
  route('login', 'routes/auth.tsx'),
  route('signup', 'routes/auth.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('verify-email', 'routes/verify-email.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  route('pricing', 'routes/pricing.tsx'),
  route('faq', 'routes/faq.tsx'),
  route('blog', 'routes/blog.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('cookies', 'routes/cookies.tsx'),
  route('refund', 'routes/refund.tsx'),
  route('support', 'routes/support.tsx'),
  route('updates', 'routes/updates.tsx'),
  route('upload', 'routes/upload.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('projects/:projectId', 'routes/project.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('status', 'routes/status.tsx'),
  route('error', 'routes/error.tsx'),
  route('maintenance', 'routes/maintenance.tsx'),
  route('billing', 'routes/billing.tsx'),
  route('billing/checkout', 'routes/checkout.tsx'),
  route('billing/return', 'routes/checkout-return.tsx'),
  route('billing/test-checkout', 'routes/test-checkout.tsx'),
  route('storage', 'routes/storage.tsx'),
  route('collaborators', 'routes/collaborators.tsx'),
  route('accept-invitation/:invitationId', 'routes/accept-invitation.tsx'),
  route('affiliate', 'routes/affiliate-landing.tsx'),
  route('affiliate/signup', 'routes/affiliate-signup.tsx'),
  route('affiliate/login', 'routes/affiliate-login.tsx'),
  route('affiliate/forgot-password', 'routes/affiliate-forgot-password.tsx'),
  route('affiliate/complete-profile', 'routes/affiliate-complete-profile.tsx'),
  route('affiliate/dashboard', 'routes/affiliate-dashboard.tsx'),
  route('affiliate/payout-settings', 'routes/affiliate-payout-settings.tsx'),
  route('affiliate/referrals', 'routes/affiliate-referrals.tsx'),
  route('affiliate/profile', 'routes/affiliate-profile.tsx'),
  route('affiliate/materials', 'routes/affiliate-materials.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies PageRoute[]

function route(path: string, file: string): PageRoute {
  return { path, file }
}
