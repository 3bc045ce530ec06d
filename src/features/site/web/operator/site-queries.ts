import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { siteAdministrationContract } from '../../model/settings-contract.ts'

/** The site's operator procedures as plain calls; the API serves them with the operator's own. */
export const siteApi = apiClient<typeof siteAdministrationContract>('operator')
/** The same as queries, under the operator's key, so that every action refreshes every list. */
export const siteQueries = apiQueries<typeof siteAdministrationContract>('operator')
