export { accountRoutes } from './account-routes.ts'
export { type AccountFacts, openAdministration } from './administration.ts'
export { activeUser, type ActiveUser, countDownload, lockActiveUser, planOf } from './accounts.ts'
export { type Auth, openAuth } from './auth/auth.ts'
export { withSignedInCookie } from './auth/signed-in-cookie.ts'
export { hashPassword, verifyPassword } from './auth-passwords.ts'
export type { AccountsDeps, AuthDeps, CreatedUser } from './deps.ts'
export { openOptionalMails, type OptionalMailer } from './mail-choices/optional-mails.ts'
export { receiveUnsubscribe } from './mail-choices/unsubscribe.ts'
export { emailOf } from './read-email.ts'
export { requireReauthentication } from './reauthentication.ts'
export { erasePhotosJob } from './photos/erase-photos-job.ts'
export { listStoredPhotos } from './photos/stored-photos.ts'
export { accountsProcedures } from './procedures.ts'
export {
  type DomainProviderAdministration,
  openDomainProviderAdministration,
} from './domain-providers/administer-providers.ts'
export { listDomainProviders, type StoredDomainProvider } from './domain-providers/domain-provider-rows.ts'
export {
  domainProviderRulesOf,
  openDomainProviders,
  readProviderSettings,
} from './domain-providers/open-domain-providers.ts'
export { providersOf } from './providers/providers.ts'
export { tryProvider } from './providers/try-provider.ts'
export { type RateLimits, rateLimitsOf, rateLimitStorage } from './rate-limit.ts'
export { authRoutes } from './routes.ts'
export { lockSession, hasUsedIp } from './sessions.ts'
export { isSuspended } from './suspension.ts'
export { countSignUps, listActiveUsers, listUserIds, setPlan } from './user-rows.ts'
export { deleteExpired } from './maintenance.ts'
export { mobileAppsOf, wellKnownRoutes } from './well-known.ts'
