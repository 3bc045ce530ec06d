/**
 * Who may do what. The lists of procedures, routes and pages come from the contracts, the routers and the route table:
 * a missing row fails the test, and so does a stale one.
 *
 * Kinds of rows:
 * - `open`: for everybody, including visitors; `open({…})` with an input
 * - `own`: for every signed-in user, about themself only; `own({…})` with an input
 * - `affiliates({…})`: for every affiliate, about themself only
 * - `operators({…})`: for operators, and `support`, `finance`, `service`, `everything` for those roles; hidden from
 *   everybody else
 * - `invited({…})`: for the recipient of an invitation; `hosts({…})`: for plans with collaborators
 * - `viewing.ts`: what an operator reads while viewing the owner's pages
 * - an input: names something that only the owner finds; `needs.ts` lists what collaborators on a project may do
 */
import { ABUSE, ABUSE_PAGES, LOOK_ID, LOOK_TOKEN } from './abuse.ts'
import { CAPTIONS } from './captions.ts'
import { everything, OPERATORS, type Operators, operators, PAYOUT_ID, support } from './operators.ts'
import { MAIL_REPORTS_TOKEN } from './settings.ts'
import { SITE_OPERATORS } from './site.ts'

/** Data of the owner, inserted for the test. */
export const PROJECT_ID = '0a000000-0000-4000-8000-000000000001'
/** A collaborator of the owner, and an invitation by the owner. */
export const COLLABORATOR_ID = '0a000000-0000-4000-8000-0000000000c1'
export const INVITATION_ID = '0a000000-0000-4000-8000-0000000000c2'
/** An owner for whom the tables' owner works, and the token of their invitation to the owner. */
export const HOST_ID = '0a000000-0000-4000-8000-0000000000c3'
export const INVITATION_LINK = 'the-link-of-the-table'
/** The host's video, which they offer to the tables' owner. */
export const OFFERED_ID = '0a000000-0000-4000-8000-0000000000c4'
export const RENDER_ID = '0a000000-0000-4000-8000-000000000002'
/** A passkey of the owner. */
export const PASSKEY_ID = '0a000000-0000-4000-8000-000000000013'
export const SESSION_ID = '0a000000-0000-4000-8000-000000000003'
export const PHOTO_ID = '0a000000-0000-4000-8000-000000000004'
export const FONT_ID = '0a000000-0000-4000-8000-000000000006'
export const LOGO_ID = '0a000000-0000-4000-8000-000000000059'
export const CHECKOUT_ID = '0a000000-0000-4000-8000-000000000005'
export const REFERRAL_ID = '0a000000-0000-4000-8000-000000000010'
export const INVOICE_ID = 'test_in_of_the_owner'
/** A comment by the owner, its thread, and a review link with its token. */
export const THREAD_ID = '0a000000-0000-4000-8000-000000000021'
export const COMMENT_ID = '0a000000-0000-4000-8000-000000000022'
export const REVIEW_LINK_ID = '0a000000-0000-4000-8000-000000000023'
export const REVIEW_TOKEN = 'the-review-link-of-the-table'
/** Placeholder for the owner's id in a path. */
export const OWNER = '<owner>'
/** Placeholder for a fresh signed link to the owner's video, which admits anybody. */
export const LINK = '<link>'

export type Input = Readonly<Record<string, unknown>>
export type Own = { readonly own: Input }
export type Invited = { readonly invited: Input }
export type Hosts = { readonly hosts: Input }
export type Open = { readonly open: Input }
export type Affiliates = { readonly affiliates: Input | undefined }
/** Something that belongs to the caller. */
const own = (input: Input): Own => ({ own: input })
/** Something that every affiliate has. */
const affiliates = (input?: Input): Affiliates => ({ affiliates: input })
/** Something everybody may request. */
const open = (input: Input): Open => ({ open: input })

/** Something for the recipient of an invitation, the owner; others are refused with the reason. */
const invited = (input: Input): Invited => ({ invited: input })
/** Something that needs a plan with collaborators; others are refused with the reason. */
const hosts = (input: Input): Hosts => ({ hosts: input })

const projectId = PROJECT_ID
const renderId = RENDER_ID

/** Every procedure, as `feature.name`. */
export const PROCEDURES: Readonly<Record<string, ProcedureRow>> = {
  'accounts.me': 'open',
  'accounts.updatePreferences': own({ theme: 'dark' }),
  'accounts.providers': 'open',
  'accounts.updateProfile': own({ displayName: 'Another name' }),
  'accounts.sessions': 'own',
  'accounts.revokeSession': { id: SESSION_ID },
  'accounts.revokeOtherSessions': 'own',
  'accounts.security': 'own',
  'accounts.resumeMails': 'own',
  'accounts.mails': 'own',
  'accounts.switchMails': own({ kind: 'comments', isOn: true }),
  'accounts.renamePasskey': { id: PASSKEY_ID, name: 'Key' },
  'credits.balance': 'own',
  'credits.history': own({ limit: 10 }),
  'billing.plans': 'open',
  'billing.overview': 'own',
  'billing.terms': 'own',
  'billing.startCheckout': own({ pack: 'pack100' }),
  'billing.confirmCheckout': { checkoutId: CHECKOUT_ID },
  'billing.testCheckout': { checkoutId: CHECKOUT_ID },
  'billing.payTestCheckout': { checkoutId: CHECKOUT_ID, outcome: 'declined' },
  'billing.previewChange': own({ plan: 'pro', interval: 'month' }),
  'billing.changePlan': own({ plan: 'pro', interval: 'month' }),
  'billing.cancel': 'own',
  'billing.resume': 'own',
  'billing.invoices': own({ limit: 5 }),
  'billing.withdraw': { invoiceId: INVOICE_ID },
  'billing.portal': 'own',
  'media.limits': 'own',
  'media.list': 'own',
  'media.shared': 'own',
  'media.get': { projectId },
  'media.watch': { projectId },
  'media.rename': { projectId, title: 'Mine now' },
  'media.tag': { projectIds: [projectId], add: ['Keynote'], remove: [] },
  'media.duplicate': { projectId },
  'media.receivers': 'own',
  'media.transfers': 'own',
  'media.offerTransfer': { projectId, toId: HOST_ID },
  'media.withdrawTransfer': { projectId },
  'media.acceptTransfer': { projectId: OFFERED_ID },
  'media.declineTransfer': { projectId: OFFERED_ID },
  'media.remove': { projectId },
  'transcription.overview': 'own',
  'transcription.quote': { projectId },
  'transcription.start': { projectId, language: 'en', source: { kind: 'speech' } },
  'transcription.startAnyway': { projectId, transcriptionId: RENDER_ID },
  'transcription.get': { projectId },
  'transcription.cancel': { projectId },
  'transcription.watch': { projectId },
  'glossary.list': { projectId },
  'glossary.put': { projectId, entry: { heard: 'word pop', write: 'Mine now', language: null } },
  'glossary.remove': { projectId, id: LOOK_ID },
  'glossary.import': { projectId, text: 'word pop → Mine now' },
  'glossary.offers': { projectId },
  'glossary.declineOffer': { projectId, heard: 'word pop', write: 'Wordpop' },
  ...CAPTIONS,
  'captions.search': own({ query: 'hello' }),
  'rendering.start': { projectId, quality: 'standard' },
  'rendering.overview': 'own',
  'rendering.list': { projectId },
  'rendering.cancel': { renderId },
  'rendering.watch': { renderId },
  'review.overview': { projectId },
  'review.threads': { projectId, filter: 'open' },
  'review.people': { projectId },
  'review.start': { projectId, firstWordId: 'w1', lastWordId: 'w1', text: 'Too fast' },
  'review.reply': { projectId, threadId: THREAD_ID, text: 'I think so' },
  'review.edit': { projectId, commentId: COMMENT_ID, text: 'Much too fast' },
  'review.remove': { projectId, commentId: COMMENT_ID },
  'review.resolve': { projectId, threadId: THREAD_ID, isResolved: true },
  'review.decide': { projectId, decision: 'approved', revision: 1 },
  'review.links': { projectId },
  'review.createLink': { projectId, password: null, days: 7 },
  'review.revokeLink': { projectId, linkId: REVIEW_LINK_ID },
  'referrals.lookup': 'open',
  'referrals.affiliate': 'open',
  // A reserved name: joining would change what the others are admitted to.
  'referrals.join': own({ username: 'pricing', channel: 'A blog', country: 'DE', acceptsTerms: true }),
  'referrals.application': 'own',
  'referrals.click': open({ code: 'AAAAAAAA' }),
  'referrals.track': own({ code: 'AAAAAAAA' }),
  'referrals.details': 'own',
  'referrals.dashboard': affiliates(),
  'referrals.list': affiliates({ limit: 5 }),
  'referrals.timeline': { referralId: REFERRAL_ID },
  'referrals.payoutSettings': affiliates(),
  'referrals.savePayoutSettings': affiliates({
    method: { kind: 'paypal', email: 'ada@example.com' },
    country: 'DE',
    taxResidency: 'DE',
    password: 'wrong',
  }),
  'referrals.payouts': affiliates(),
  'referrals.statement': { payoutId: PAYOUT_ID },
  'collaboration.team': 'own',
  'collaboration.invite': hosts({ email: 'guest@example.org', role: 'viewer' }),
  'collaboration.createDomainLink': hosts({ domain: 'acme.example', role: 'viewer' }),
  'collaboration.revokeDomainLink': 'own',
  'collaboration.resend': { id: INVITATION_ID },
  'collaboration.revoke': { id: INVITATION_ID },
  'collaboration.changeRole': { userId: COLLABORATOR_ID, role: 'viewer' },
  'collaboration.setLimit': { userId: COLLABORATOR_ID, monthlyCredits: 20 },
  'collaboration.remove': { userId: COLLABORATOR_ID },
  'collaboration.memberships': 'own',
  'collaboration.leave': { ownerId: HOST_ID },
  'collaboration.invitation': open({ invitationId: INVITATION_LINK }),
  'collaboration.accept': invited({ invitationId: INVITATION_LINK }),
  'brand.fonts': 'own',
  'brand.projectFonts': { projectId },
  'brand.projectKit': { projectId },
  'brand.saveKit': own({ colors: ['#ff0066'], templateId: null }),
  'brand.followers': own({ exceptProjectId: LOOK_ID }),
  'brand.restyle': 'own',
  'brand.cancelRestyle': 'own',
  'brand.removeFont': { id: FONT_ID },
  'brand.restoreFont': { id: FONT_ID },
  'brand.logos': 'own',
  'brand.projectLogos': { projectId },
  'brand.removeLogo': { id: LOGO_ID },
  'brand.restoreLogo': { id: LOGO_ID },
  'brand.kit': 'own',
  'templates.looks': 'own',
  'templates.saveLook': own({
    name: 'Another',
    look: { template: { id: 'karaoke', version: 1 }, patch: {} },
    mayNumber: true,
  }),
  'templates.renameLook': { id: LOOK_ID, name: 'Mine now' },
  'templates.duplicateLook': { id: LOOK_ID },
  'templates.shareLook': { id: LOOK_ID, isShared: false },
  'templates.createLookLink': { id: LOOK_ID },
  'templates.revokeLookLink': { id: LOOK_ID },
  'templates.removeLook': { id: LOOK_ID },
  'templates.restoreLook': { id: LOOK_ID },
  'templates.linkedLook': open({ token: LOOK_TOKEN }),
  'templates.takeLook': own({ token: LOOK_TOKEN }),
  'storage.list': 'own',
  'storage.link': { kind: 'video', id: projectId },
  'storage.rename': { projectId, title: 'Mine now' },
  'storage.remove': { files: [{ kind: 'video', id: projectId }] },
  'storage.restore': { files: [{ kind: 'video', id: projectId }] },
  'operations.status': 'open',
  'viewing.current': 'own',
  'viewing.stop': 'own',
  'operator.me': 'own',
  ...OPERATORS,
  ...SITE_OPERATORS,
  ...ABUSE,
  'site.policy': open({ policy: 'terms', version: 1 }),
  'site.contact': open({ name: 'Ada', email: 'ada@example.com', topic: 'help', message: 'How do I begin?' }),
}

export type ProcedureRow = 'open' | 'own' | Open | Own | Affiliates | Operators | Invited | Hosts | Input
/** A request to a route: `path` if the route has parameters, and its body or headers. */
export type Asked = {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: Input | undefined
}

export type RouteRow = 'open' | 'own' | { readonly open: Asked } | { readonly own: Asked } | Operators | Asked

/** What a browser sends with a passkey that nobody has. */
const credential = { id: 'none', rawId: 'none', type: 'public-key' }
const SIGNED = { ...credential, response: { clientDataJSON: '', authenticatorData: '', signature: '' } }
const MADE = { ...credential, response: { clientDataJSON: '', attestationObject: '' } }

/** Every other route of the API, below `/api`. */
export const ROUTES: Readonly<Record<string, RouteRow>> = {
  'GET /v1/openapi.json': 'open',
  'GET /affiliate-clips/:file': { open: { path: '/affiliate-clips/karaoke.mp4' } },
  'POST /auth/sign-up/email': { open: { json: { email: 'newcomer@example.com', password: 'purple otter climbs' } } },
  'POST /auth/sign-in/email': { open: { json: { email: 'nobody@example.com', password: 'purple otter climbs' } } },
  'POST /auth/sign-out': 'open',
  'POST /auth/request-password-reset': { open: { json: { email: 'nobody@example.com' } } },
  'POST /auth/reset-password': { open: { json: { token: 'none', newPassword: 'green otter climbs' } } },
  'POST /auth/send-verification-email': { open: { json: { email: 'nobody@example.com' } } },
  'POST /auth/verify-email': { open: { json: { token: 'none' } } },
  'POST /auth/confirm-email': { open: { json: { token: 'none' } } },
  'POST /auth/two-factor/verify': { open: { json: { code: '123456' } } },
  'POST /auth/two-factor/recover': { open: { json: { code: 'abcde-fghjk' } } },
  'POST /auth/two-factor/set-up': { own: { json: { password: 'wrong' } } },
  'POST /auth/two-factor/confirm': { own: { json: { code: '123456' } } },
  'POST /auth/two-factor/turn-off': { own: { json: { password: 'wrong', code: '123456' } } },
  'POST /auth/two-factor/recovery-codes': { own: { json: { password: 'wrong' } } },
  'POST /auth/passkey/log-in-options': { open: { json: {} } },
  'POST /auth/passkey/log-in': { open: { json: { response: SIGNED } } },
  'POST /auth/passkey/add-options': { own: { json: { password: 'wrong' } } },
  'POST /auth/passkey/add': { own: { json: { name: 'Key', response: MADE } } },
  'POST /auth/passkey/remove': { own: { json: { id: '00000000-0000-4000-8000-000000000000', password: 'wrong' } } },
  'POST /auth/re-authenticate': { own: { json: { password: 'wrong' } } },
  'POST /auth/change-password': { own: { json: { currentPassword: 'wrong', newPassword: 'green otter climbs' } } },
  'POST /auth/change-email': { own: { json: { newEmail: 'new@example.com', password: 'wrong' } } },
  'POST /auth/delete-account': { own: { json: { password: 'wrong', confirm: 'somebody@example.com' } } },
  'GET /auth/provider/:id/start': { open: { path: '/auth/provider/google/start' } },
  'GET /auth/callback/:id': { open: { path: '/auth/callback/google' } },
  'GET /auth/provider/done': 'open',
  'PUT /account/photo': 'own',
  'DELETE /account/photo': 'own',
  'GET /account/photo/:userId/:version': { path: `/account/photo/${OWNER}/${PHOTO_ID}` },
  'GET /account/export.json': 'own',
  'PUT /own-fonts': 'own',
  'GET /own-fonts/:projectId/:id': { path: `/own-fonts/${projectId}/${FONT_ID}` },
  'PUT /logos': 'own',
  'GET /logos/:id': { path: `/logos/${LOGO_ID}` },
  'GET /logos/:projectId/:id': { path: `/logos/${projectId}/${LOGO_ID}` },
  'POST /billing/webhooks': 'open',
  'POST /mail-reports': { open: { headers: { authorization: `Bearer ${MAIL_REPORTS_TOKEN}` } } },
  'OPTIONS /uploads/*': 'open',
  'POST /uploads': { own: { headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } } },
  'GET /uploads/:id': { path: `/uploads/${projectId}` },
  'PATCH /uploads/:id': { path: `/uploads/${projectId}` },
  'DELETE /uploads/:id': { path: `/uploads/${projectId}` },
  'POST /early-sounds/:id': {
    path: `/early-sounds/${projectId}`,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  },
  'GET /early-sounds/:id': { path: `/early-sounds/${projectId}` },
  'PATCH /early-sounds/:id': { path: `/early-sounds/${projectId}` },
  'GET /media/:projectId/filmstrip/:sheet': { path: `/media/${projectId}/filmstrip/0.jpg` },
  'GET /media/:projectId/:file': { path: `/media/${projectId}/preview.mp4` },
  'GET /captions/:projectId/document': { path: `/captions/${projectId}/document` },
  'GET /captions/:projectId/versions/:revision/document': { path: `/captions/${projectId}/versions/1/document` },
  'GET /captions/:projectId/:file{captions\\.(srt|vtt|ass|json)}': { path: `/captions/${projectId}/captions.srt` },
  'GET /renders/:renderId/video.mp4': { path: `/renders/${renderId}/video.mp4` },
  'GET /stills/:projectId/opening.jpg': { path: `/stills/${projectId}/opening.jpg` },
  'GET /review/:token': { open: { path: `/review/${REVIEW_TOKEN}` } },
  'POST /review/:token/unlock': { open: { path: `/review/${REVIEW_TOKEN}/unlock` } },
  'GET /review/:token/document': { open: { path: `/review/${REVIEW_TOKEN}/document` } },
  'GET /review/:token/:file{preview\\.mp4|poster\\.jpg}': { open: { path: `/review/${REVIEW_TOKEN}/preview.mp4` } },
  'GET /review/:token/fonts': { open: { path: `/review/${REVIEW_TOKEN}/fonts` } },
  'GET /review/:token/fonts/:fontId': { open: { path: `/review/${REVIEW_TOKEN}/fonts/${FONT_ID}` } },
  'GET /review/:token/logo': { open: { path: `/review/${REVIEW_TOKEN}/logo` } },
  'GET /review/:token/logo/:logoId': { open: { path: `/review/${REVIEW_TOKEN}/logo/${LOGO_ID}` } },
  'GET /review/:token/comments': { open: { path: `/review/${REVIEW_TOKEN}/comments` } },
  'POST /review/:token/comments': { open: { path: `/review/${REVIEW_TOKEN}/comments` } },
  'DELETE /review/:token/comments/:commentId': {
    open: { path: `/review/${REVIEW_TOKEN}/comments/${COMMENT_ID}` },
  },
  'POST /review/:token/decision': { open: { path: `/review/${REVIEW_TOKEN}/decision` } },
  'PUT /operator-speech-tests': support({
    path: '/operator-speech-tests?engine=pocketsphinx&language=en&name=a.wav',
  }),
  'PUT /operator-site-pictures': everything({ path: '/operator-site-pictures?name=a.png' }),
  'GET /operator-log/export.csv': operators({ path: '/operator-log/export.csv?search=person' }),
  'GET /files/:token': { open: { path: `/files/${LINK}` } },
}

/**
 * Every page. Its HTML is the same for everybody and contains no personal data: a `guarded` page asks the API for the
 * account and sends visitors to log in; an `affiliate` page has no guard (spec §2) and shows how to join.
 */
export const PAGES: Readonly<Record<string, 'public' | 'guarded' | 'affiliate'>> = {
  '/': 'public',
  '/auth': 'public',
  '/login': 'public',
  '/signup': 'public',
  '/forgot-password': 'public',
  '/reset-password': 'public',
  '/verify-email': 'public',
  '/confirm-email': 'public',
  '/pricing': 'public',
  '/faq': 'public',
  '/blog': 'public',
  '/privacy': 'public',
  '/terms': 'public',
  '/cookies': 'public',
  '/refund': 'public',
  '/support': 'public',
  '/imprint': 'public',
  '/policies/:policy/:version': 'public',
  '/updates': 'public',
  '/templates': 'public',
  '/contact': 'public',
  '/status': 'public',
  '/error': 'public',
  '/maintenance': 'public',
  '/accept-invitation/:invitationId': 'public',
  '/review/:token': 'public',
  '/look/:token': 'public',
  '/unsubscribed': 'public',
  '/unsubscribe/:token': 'public',
  ...ABUSE_PAGES,
  '/upload': 'guarded',
  '/profile': 'guarded',
  '/billing': 'guarded',
  '/billing/checkout': 'guarded',
  '/billing/return': 'guarded',
  '/billing/test-checkout': 'guarded',
  '/storage': 'guarded',
  '/collaborators': 'guarded',
  '/brand': 'guarded',
  '/projects/:projectId': 'guarded',
  '/operator': 'guarded',
  '/operator/affiliates': 'guarded',
  '/operator/payments': 'guarded',
  '/operator/commissions': 'guarded',
  '/operator/payouts': 'guarded',
  '/operator/users': 'guarded',
  '/operator/users/:userId': 'guarded',
  '/operator/jobs': 'guarded',
  '/operator/speech': 'guarded',
  '/operator/operators': 'guarded',
  '/operator/actions': 'guarded',
  '/operator/site': 'guarded',
  '/operator/sign-in': 'guarded',
  '/operator/mail': 'guarded',
  '/operator/alerts': 'guarded',
  '/affiliate': 'public',
  '/affiliate/signup': 'public',
  '/affiliate/login': 'public',
  '/affiliate/forgot-password': 'public',
  '/affiliate/complete-profile': 'affiliate',
  '/affiliate/dashboard': 'affiliate',
  '/affiliate/payout-settings': 'affiliate',
  '/affiliate/referrals': 'affiliate',
  '/affiliate/profile': 'affiliate',
  '/affiliate/materials': 'affiliate',
  '*': 'public',
}
