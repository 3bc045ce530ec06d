import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Db, transaction } from '#platform/server/db.ts'
import { router } from '#platform/server/http.ts'
import { streamPieces } from '#platform/server/http/stream-pieces.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'
import { csvRow } from '#platform/shared/format/csv.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { ActionFilter, MAX_EXPORTED_ACTIONS, OPERATOR_DUTIES, sentenceOf } from '../../model/index.ts'
import { listActions } from './action-rows.ts'
import { recordAction } from './actions.ts'
import { type OperatorAccess, requireOperator } from './guard.ts'

/** The entries that one step of an export reads. */
const STEP = 500
const HEADER = ['time', 'operator', 'entry', 'reason', 'action', 'person', 'about', 'before', 'after', 'number']
const CUT = `This file ends after ${formatNumber(MAX_EXPORTED_ACTIONS)} entries. Choose a time range for older ones.`

/** The exports of one operator; each reads up to 50,000 entries. `window` in seconds. */
const EXPORT_LIMIT = { window: 600, max: 10 }

type LogDeps = OperatorAccess & {
  readonly now: () => Date
  readonly consumeRateLimit: ConsumeRateLimit
}

/**
 * Mounted at `/api/operator-log`: the log as a CSV file, filtered by the query like the page. It is sent while it is
 * read, and each export is an entry itself.
 */
export function operatorLogRoutes(deps: LogDeps) {
  return router().get('/export.csv', async (c) => {
    // A role that may read the log may have it as a file.
    const { caller } = await requireOperator(deps, c.var.caller, OPERATOR_DUTIES.actions)
    await enforceRateLimit(deps.consumeRateLimit, {
      key: `operator-log|${caller.userId}`,
      limit: EXPORT_LIMIT,
      message: 'You exported the log many times. Try again in ten minutes.',
    })
    const given = Object.entries(c.req.query()).filter(([, value]) => value !== '')
    const filter = ActionFilter.parse(Object.fromEntries(given))
    await transaction(deps.db, (tx) =>
      recordAction(tx, {
        operator: caller,
        action: 'log.export',
        subject: { kind: 'log', id: 'log' },
        before: null,
        after: { about: 'Audit log', facts: filter },
        at: deps.now(),
      }),
    )
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="audit-log.csv"')
    c.header('cache-control', 'no-store')
    return c.body(streamPieces(rowsOf(deps.db, filter)))
  })
}

/** The rows of the file, newest first, in pieces. */
async function* rowsOf(db: Db, filter: ActionFilter): AsyncGenerator<string> {
  // The mark makes spreadsheets read the file as UTF-8.
  yield `\ufeff${csvRow(HEADER)}`
  let before: string | undefined
  for (let sent = 0; sent < MAX_EXPORTED_ACTIONS; sent += STEP) {
    const actions = await listActions(db, { ...filter, before, limit: STEP })
    yield actions.map(rowOf).join('')
    before = actions.at(-1)?.id
    if (actions.length < STEP) return
    await nextTurn()
  }
  yield csvRow(['', '', CUT])
}

function rowOf(action: Parameters<typeof sentenceOf>[0]): string {
  const { at, operator, reason, person, about, before, after, id } = action
  const facts = (of: object | null): string => (of === null ? '' : JSON.stringify(of))
  return csvRow([
    at,
    operator,
    sentenceOf(action),
    reason ?? '',
    action.action,
    person?.email ?? '',
    about,
    facts(before),
    facts(after),
    id,
  ])
}
