import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { policyAdministrationContract } from '../../model/policy-contract.ts'
import type { siteAdministrationContract } from '../../model/settings-contract.ts'
import type { signInContract } from '../../model/sign-in-contract.ts'

type SiteAdministration = typeof siteAdministrationContract &
  typeof policyAdministrationContract &
  typeof signInContract

/** The site's operator procedures as plain calls; the API serves them with the operator's own. */
export const siteApi = apiClient<SiteAdministration>('operator')
/** The same as queries, under the operator's key, so that every action refreshes every list. */
export const siteQueries = apiQueries<SiteAdministration>('operator')
