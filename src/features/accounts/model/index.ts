export { Account, accountsContract, PlanName } from './contract.ts'
export { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from './password.ts'
export { AFTER_LOG_IN, returnPath } from './return-path.ts'
