export { operationsContract, Part, PartState, PartStatus, Status, StatusDay } from './contract.ts'
export { type ChartDay, chartOf, dayOf, HISTORY_DAYS, stateOfDay, uptimeOf, worstOf } from './history.ts'
export { ActionReason } from './action-reason.ts'
export {
  ACTION_AREAS,
  ActionFilter,
  ActionKind,
  MAX_EXPORTED_ACTIONS,
  OperatorAction,
  VIEW_RETENTION_DAYS,
} from './action-log.ts'
export { type ActionName, actionsOfKind, describeAction, type ViewName, sentenceOf } from './action-sentences.ts'
export type { SentencePart } from './sentence-parts.ts'
export { type PersonalRead, type ReadsOf } from './personal-reads.ts'
export { OPERATOR_READS } from './operator-reads.ts'
export { Health, operatorContract, OperatorJob } from './operator-contract.ts'
export {
  ALERT_KINDS,
  type AlertFigures,
  type AlertFinding,
  type AlertKind,
  AlertRules,
  judgeFigures,
  pageOfAlert,
} from './alerts.ts'
export { JOB_KINDS, labelOfJob } from './job-kinds.ts'
export { languageLabel } from './language-label.ts'
export { AlertState } from './operator-alerts.ts'
export { judgeDkim, judgeDmarc, judgeSpf, MailRecord } from './mail-records.ts'
export { FailedMail, MailState, Suppression } from './operator-mail.ts'
export { OperatorSpeech, SPEECH_TEST_MAX_BYTES, SpeechTest, SpeechTestChoice } from './operator-speech.ts'
export { UserTerms } from './operator-terms.ts'
export {
  ACTIVE_MS,
  ListedUser,
  OperatorUser,
  UserDecision,
  UserExport,
  UserFilter,
  UserOrder,
  UserTeam,
} from './operator-users.ts'
export { CurrentView, VIEW_COOKIE, VIEW_MS, viewingContract } from './operator-views.ts'
export { changesBetween, isOperatorAddress, LONG_WAIT_MS } from './operator-rules.ts'
export {
  summariseTrend,
  TREND_FIGURES,
  TREND_RANGES,
  type TrendDay,
  type TrendFigure,
  type TrendRange,
  Trends,
} from './trends.ts'
export { OPERATOR_DUTIES } from './operator-duties.ts'
export { type Duties, type Duty, mayDo, OPERATOR_ROLES, type OperatorRole, ROLE_TEXTS } from './operator-roles.ts'
export { MAX_OPERATORS, Operator, OperatorRoleName } from './operator-team.ts'
