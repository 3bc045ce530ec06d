export { operationsContract, Part, PartState, PartStatus, Status, StatusDay } from './contract.ts'
export { type ChartDay, chartOf, dayOf, HISTORY_DAYS, stateOfDay, uptimeOf, worstOf } from './history.ts'
