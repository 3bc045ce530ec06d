import type { Duties, ReadsOf } from '#features/operations/model/index.ts'
import type { siteAdministrationContract } from './settings-contract.ts'

/** The work that each of the operator's procedures about the site is. One without a row does not compile. */
export const SITE_DUTIES = {
  siteSettings: 'read',
  siteVersions: 'read',
  saveSiteSettings: 'everything',
} as const satisfies Duties<typeof siteAdministrationContract>

/** The personal data that the procedures show: none but operators' addresses. */
const SITE_READS: ReadsOf<typeof siteAdministrationContract, typeof SITE_DUTIES> = {
  siteSettings: null,
  siteVersions: null,
}

/** What `operatorsOnly` knows about each procedure. */
export const SITE_TABLES = { duties: SITE_DUTIES, reads: SITE_READS }
