export { operationsContract, Part, PartState, PartStatus, Status, StatusDay } from './contract.ts'
export { type ChartDay, chartOf, dayOf, HISTORY_DAYS, stateOfDay, uptimeOf, worstOf } from './history.ts'
export {
  ActionReason,
  Health,
  OperatorAction,
  operatorContract,
  OperatorJob,
  OperatorUser,
} from './operator-contract.ts'
export { changesBetween, isOperatorAddress, LONG_WAIT_MS } from './operator-rules.ts'
