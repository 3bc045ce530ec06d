import type { Duties } from '#features/operations/model/index.ts'
import type { siteAdministrationContract } from './settings-contract.ts'

/** The work that each of the operator's procedures about the site is. One without a row does not compile. */
export const SITE_DUTIES = {
  siteSettings: 'read',
  siteVersions: 'read',
  saveSiteSettings: 'everything',
} as const satisfies Duties<typeof siteAdministrationContract>
