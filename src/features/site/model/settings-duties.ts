import type { Duties, ReadsOf } from '#features/operations/model/index.ts'
import type { policyAdministrationContract } from './policy-contract.ts'
import type { siteAdministrationContract } from './settings-contract.ts'
import type { signInContract } from './sign-in-contract.ts'

type SiteAdministration = typeof siteAdministrationContract &
  typeof policyAdministrationContract &
  typeof signInContract

/** The work that each of the operator's procedures about the site is. One without a row does not compile. */
export const SITE_DUTIES = {
  siteSettings: 'read',
  siteVersions: 'read',
  saveSiteSettings: 'everything',
  policies: 'read',
  policyVersions: 'read',
  publishPolicy: 'everything',
  signInProviders: 'read',
  checkSignInProvider: 'everything',
  saveSignInProvider: 'everything',
  removeSignInProvider: 'everything',
} as const satisfies Duties<SiteAdministration>

/** The personal data that the procedures show: none but operators' addresses. */
const SITE_READS: ReadsOf<SiteAdministration, typeof SITE_DUTIES> = {
  siteSettings: null,
  siteVersions: null,
  policies: null,
  policyVersions: null,
  signInProviders: null,
}

/** What `operatorsOnly` knows about each procedure. */
export const SITE_TABLES = { duties: SITE_DUTIES, reads: SITE_READS }
