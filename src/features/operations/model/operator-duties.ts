import type { operatorContract } from './operator-contract.ts'
import type { Duties } from './operator-roles.ts'

/**
 * The work that each of the operator's procedures is. The server checks it on every call, and pages hide what a role
 * may not do. A procedure without a row does not compile.
 */
export const OPERATOR_DUTIES = {
  users: 'read',
  user: 'read',
  userSessions: 'read',
  userExports: 'read',
  userTeam: 'read',
  decideUser: 'support',
  addNote: 'support-or-finance',
  startView: 'support',
  exportUser: 'support',
  eraseUser: 'support',
  userTerms: 'read',
  saveContract: 'finance',
  revokeContract: 'finance',
  lowerLimits: 'support',
  creditHistory: 'read',
  adjustCredits: 'support-or-finance',
  payments: 'read',
  refundPayment: 'finance',
  health: 'read',
  trends: 'read',
  jobs: 'read',
  cancelJob: 'support',
  actions: 'read',
  actionOperators: 'read',
  speech: 'read',
  installModel: 'everything',
  removeModel: 'everything',
  speechTest: 'support',
  cancelSpeechTest: 'support',
  alerts: 'read',
  saveAlertRules: 'everything',
  testAlert: 'everything',
  mailState: 'read',
  sendTestMail: 'support',
  failedMails: 'read',
  retryMail: 'support',
  checkMailDomain: 'read',
  operators: 'read',
  grantRole: 'everything',
  revokeRole: 'everything',
} as const satisfies Duties<typeof operatorContract>
