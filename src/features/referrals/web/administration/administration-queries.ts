import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { administrationContract } from '../../model/administration-contract.ts'

/** The administration's procedures as plain calls; the API serves them with the operator's own. */
export const administrationApi = apiClient<typeof administrationContract>('operator')
/** The administration's procedures as queries, under the operator's key, so that every action refreshes every list. */
export const administrationQueries = apiQueries<typeof administrationContract>('operator')
