import type { operatorContract } from '#features/operations/model/index.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { moderationContract } from '../../model/operator-contract.ts'

type Contract = typeof moderationContract & Pick<typeof operatorContract, 'actions' | 'decideUser'>

/** The operator's procedures about reports and their owners, as plain calls. */
export const moderationApi = apiClient<Contract>('operator')
/** The same as queries, under the operator's key, so that every action refreshes every list. */
export const moderationQueries = apiQueries<Contract>('operator')
