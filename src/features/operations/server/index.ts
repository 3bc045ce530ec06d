export { sendAlertJob } from './alerts/send-alert-job.ts'
export { watchAlerts } from './alerts/watch-alerts.ts'
export { backupJob, queueBackup } from './backup-job.ts'
export { type MadeBackup, recordBackup } from './backup-rows.ts'
export { type Check, type Checks, productChecks } from './checks.ts'
export { storeHeartbeat, HEARTBEAT_INTERVAL_MS, deleteHeartbeat } from './heartbeats.ts'
export { mailReportRoutes } from './mail-report-routes.ts'
export { productMetrics } from './metrics.ts'
export { listActions } from './operator/action-rows.ts'
export { recordAction, recordDecision, type Snapshot } from './operator/actions.ts'
export type { OperatorDeps } from './operator/deps.ts'
export {
  mustKeepSecondFactor,
  openClosed,
  type OperatorAccess,
  operatorsOnly,
  type OperatorTables,
  requireOperator,
} from './operator/guard.ts'
export { deleteOldViews } from './operator/delete-old-views.ts'
export { operatorLogRoutes } from './operator/log-routes.ts'
export { operatorAccessOf } from './operator/operator-settings.ts'
export { PAGE_SIZE, pageOf } from './operator/page-of.ts'
export { speechTestRoutes } from './operator/speech-test-routes.ts'
export { countVideosByPlan } from './operator/user-rows.ts'
export { viewingProcedures } from './operator/view-procedures.ts'
export { applyView, endOverViews } from './operator/views.ts'
export { operatorProcedures } from './operator/procedures.ts'
export { operationsProcedures } from './procedures.ts'
export { countTrends, readTrends, type TrendCounters } from './trends/count-trends.ts'
export { openStatus, type StatusWatch } from './status.ts'
