import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from './action-reason.ts'
import { ALERT_KINDS, AlertRules } from './alerts.ts'

const Moment = z.iso.datetime()

/** The rules of alerts, and the problems of which operators know. */
export const AlertState = z.object({
  rules: AlertRules,
  open: z.array(z.object({ kind: z.enum(ALERT_KINDS), detail: z.string(), since: Moment, notifiedAt: Moment })),
})
export type AlertState = z.output<typeof AlertState>

/** The operator's procedures for alerts. */
export const alertProcedures = {
  alerts: oc.output(AlertState),
  saveAlertRules: oc.input(z.object({ rules: AlertRules, reason: ActionReason })).output(AlertState),
  /** Sends a test to the saved addresses. @throws AppError `conflict` if there is none */
  testAlert: oc.output(z.object({ sent: z.literal(true) })),
}
