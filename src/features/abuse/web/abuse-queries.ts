import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { abuseContract } from '../model/contract.ts'

/** The feature's procedures as plain calls. */
export const abuseApi = apiClient<typeof abuseContract>('abuse')
/** The feature's procedures as queries. */
export const abuseQueries = apiQueries<typeof abuseContract>('abuse')
