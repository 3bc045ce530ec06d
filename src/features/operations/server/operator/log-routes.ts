import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { type Db, transaction } from '#platform/server/db.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
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
  /** Counts a request under `key` and checks the limit. */
  consumeRateLimit(
    key: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
}

/**
 * Mounted at `/api/operator-log`: the log as a CSV file, filtered by the query like the page. It is sent while it is
 * read, and each export is an entry itself.
 */
export function operatorLogRoutes(deps: LogDeps) {
  return router().get('/export.csv', async (c) => {
    // A role that may read the log may have it as a file.
    const { caller } = await requireOperator(deps, c.var.caller, OPERATOR_DUTIES.actions)
    await limitExports(deps, c, caller.userId)
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
    return c.body(streamOf(rowsOf(deps.db, filter)))
  })
}

/** @throws AppError `too_many_requests` after many exports of one operator */
async function limitExports({ consumeRateLimit }: LogDeps, c: Context<HttpEnv>, userId: string): Promise<void> {
  const { allowed, retryAfter } = await consumeRateLimit(`operator-log|${userId}`, EXPORT_LIMIT)
  if (allowed) return
  const retryAfterSeconds = retryAfter ?? EXPORT_LIMIT.window
  c.header('retry-after', String(retryAfterSeconds))
  throw new AppError('too_many_requests', 'You exported the log many times. Try again in ten minutes.', {
    retryAfterSeconds,
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

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
