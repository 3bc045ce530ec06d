import type { operatorContract } from './operator-contract.ts'
import type { OPERATOR_DUTIES } from './operator-duties.ts'
import type { PersonalRead, ReadsOf } from './personal-reads.ts'

const ofUser = ({ userId }: { userId: string }): PersonalRead => ({
  action: 'user.view',
  subject: { kind: 'user', id: userId },
})

/** The personal data of users that the operator's procedures show. Operators' own addresses do not count. */
export const OPERATOR_READS: ReadsOf<typeof operatorContract, typeof OPERATOR_DUTIES> = {
  users: ({ search = '' }) => ({
    action: 'user.list',
    subject: { kind: 'users', id: search.trim() },
    about: search.trim(),
  }),
  user: ofUser,
  userSessions: ofUser,
  userExports: ofUser,
  userTeam: ofUser,
  userTerms: ofUser,
  creditHistory: ofUser,
  payments: ofUser,
  allPayments: ({ only = '' }) => ({ action: 'payment.list', subject: { kind: 'payments', id: only }, about: only }),
  health: null,
  trends: null,
  jobs: ({ state }) => ({ action: 'job.list', subject: { kind: 'jobs', id: state }, about: state }),
  // Its export is recorded; entries about looking at entries would only hide the others.
  actions: null,
  actionOperators: null,
  speech: null,
  alerts: null,
  mailState: null,
  failedMails: () => ({ action: 'mail.list', subject: { kind: 'mails', id: 'failed' } }),
  suppressions: ({ search = '' }) => ({
    action: 'mail.list-stopped',
    subject: { kind: 'mails', id: `stopped:${search}` },
    about: search,
  }),
  checkMailDomain: null,
  operators: null,
}
