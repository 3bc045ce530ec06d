import { transaction } from '#platform/server/db.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatList } from '#platform/shared/format/numbers.ts'
import { type AlertState, operatorContract } from '../../model/index.ts'
import { listAlerts, readRules, storeRules } from '../alerts/alert-rows.ts'
import { notify } from '../alerts/watch-alerts.ts'
import { recordAction, recordDecision } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'

/** The operator's procedures for alerts. */
export function alertProcedures(deps: OperatorDeps) {
  const { db, now } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    alerts: rpc.alerts.handler(() => readState(deps)),

    saveAlertRules: rpc.saveAlertRules.handler(async ({ context, input: { rules, reason } }) => {
      await recordDecision(deps, {
        operator: context.caller,
        action: 'alert.rules',
        subject: { kind: 'alert', id: 'rules' },
        reason,
        readFacts: async (tx) => ({ about: 'Alerts', facts: await readRules(tx) }),
        work: (tx) => storeRules(tx, rules),
      })
      return readState(deps)
    }),

    testAlert: rpc.testAlert.handler(({ context }) =>
      transaction(db, async (tx) => {
        const rules = await readRules(tx)
        if (rules.email === null && rules.webhook === null)
          throw new AppError('conflict', 'Enter an address for alerts and save it first.')
        const at = now()
        await notify(tx, deps, rules, { state: 'test', detail: 'This is a test of alerts.', since: at })
        const { email, webhook } = rules
        await recordAction(tx, {
          operator: context.caller,
          action: 'alert.test',
          subject: { kind: 'alert', id: 'test' },
          before: null,
          after: {
            about: formatList([...(email === null ? [] : [email]), ...(webhook === null ? [] : ['the webhook'])]),
            facts: { email },
          },
          at,
        })
        return { sent: true as const }
      }),
    ),
  }
}

async function readState({ db }: OperatorDeps): Promise<AlertState> {
  const open = (await listAlerts(db)).map(({ since, notifiedAt, ...alert }) => ({
    ...alert,
    since: since.toISOString(),
    notifiedAt: notifiedAt.toISOString(),
  }))
  return { rules: await readRules(db), open }
}
