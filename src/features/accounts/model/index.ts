export { deviceName, isHandheld } from './device-name.ts'
export { Account, accountsContract, MailSwitch, PlanName, Provider, Security, Session } from './contract.ts'
export { asciiDomain, canonicalAddress, domainOf, domainsAbove, isPublicProvider } from './mail-address.ts'
export {
  ClientSecret,
  DOMAIN_PROVIDERS_MAX,
  DomainProvider,
  DomainProviderSettings,
  Issuer,
} from './domain-provider.ts'
export { appleAppSiteAssociation, assetLinks, type MobileApps, resetLink } from './mobile-apps.ts'
export { PASSWORD_MAX, PASSWORD_MIN, passwordProblem, TOO_COMMON } from './password.ts'
export { NewCredential, Passkey, PasskeyName, PASSKEY_NAME_MAX, PASSKEYS_MAX, SignedCredential } from './passkeys.ts'
export { passkeyProblem } from './passkey-site.ts'
export {
  AUTH_REQUESTS,
  type AuthRequestPath,
  DisplayName,
  Email,
  MOBILE_APP_MIN_VERSION,
  NAME_MAX,
  PHOTO_MAX_BYTES,
  SIGN_IN_CHANNEL,
  SecondFactorSetUp,
  SignInMessage,
  SignUpExtras,
} from './requests.ts'
export { isAppCode, RECOVERY_CODES, secretIn, tidyRecoveryCode } from './second-factor.ts'
export { kindOfLink, MAIL_KIND_TEXTS, MAIL_KINDS, type MailKind } from './mail-kinds.ts'
export { AFTER_LOG_IN, returnPath } from './return-path.ts'
