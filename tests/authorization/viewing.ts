import type { Db } from '#platform/server/db.ts'

type Browser = { call(name: string, input?: object): Promise<{ status: number }> }

/** Makes somebody an operator, who then views the pages of the tables' owner. */
export async function viewOwner(db: Db, operator: Browser, o: { email: string; ownerId: string }): Promise<void> {
  await db.$client.query('update users set email_verified = true where email = $1', [o.email])
  await db.$client.query(
    `insert into operator_roles (email, role, granted_at, changed_at) values ($1, 'support', now(), now())`,
    [o.email],
  )
  const { status } = await operator.call('operator/startView', { userId: o.ownerId, reason: 'They asked' })
  if (status !== 200) throw new Error(`the view did not start: ${status}`)
}

/** What an operator reads while viewing the owner's pages; every other procedure and route is refused. */
export const VIEWED: ReadonlySet<string> = new Set([
  'accounts.mails',
  'accounts.me',
  'accounts.providers',
  'accounts.security',
  'accounts.sessions',
  'billing.overview',
  'billing.plans',
  'billing.terms',
  'brand.followers',
  'brand.fonts',
  'brand.kit',
  'brand.logos',
  'brand.projectFonts',
  'brand.projectKit',
  'brand.projectLogos',
  'captions.get',
  'captions.history',
  'captions.ownSuggestions',
  'captions.search',
  'captions.suggestions',
  'captions.versions',
  'captions.watch',
  'collaboration.memberships',
  'collaboration.team',
  'credits.balance',
  'credits.history',
  'glossary.list',
  'glossary.offers',
  'media.get',
  'media.limits',
  'media.list',
  'media.receivers',
  'media.shared',
  'media.transfers',
  'media.watch',
  'operations.status',
  'operator.me',
  'referrals.affiliate',
  'referrals.application',
  'referrals.dashboard',
  'referrals.list',
  'referrals.timeline',
  'rendering.list',
  'rendering.overview',
  'rendering.watch',
  'review.overview',
  'review.people',
  'review.threads',
  'site.policy',
  'storage.list',
  'templates.looks',
  'transcription.get',
  'transcription.overview',
  'transcription.quote',
  'transcription.watch',
  'viewing.current',
  'viewing.stop',
  'GET /v1/openapi.json',
  'GET /account/photo/:userId/:version',
  'GET /captions/:projectId/document',
  'GET /captions/:projectId/versions/:revision/document',
  'GET /logos/:id',
  'GET /logos/:projectId/:id',
  'GET /media/:projectId/:file',
  'GET /media/:projectId/filmstrip/:sheet',
  'GET /own-fonts/:projectId/:id',
])
