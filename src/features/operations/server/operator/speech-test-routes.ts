import { router } from '#platform/server/http.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OPERATOR_DUTIES, SpeechTestChoice } from '../../model/index.ts'
import { recordAction } from './actions.ts'
import type { SpeechTests } from './deps.ts'
import { type OperatorAccess, requireOperator } from './guard.ts'

/** Tests per operator: each one decodes a file and loads a model. */
const RULE = { window: 600, max: 30 }

type Deps = OperatorAccess & {
  readonly now: () => Date
  readonly speechTests: SpeechTests
  readonly consumeRateLimit: ConsumeRateLimit
}

/** Mounted at `/api/operator-speech-tests`: PUT starts a test of an engine with the file in the body. */
export function speechTestRoutes(deps: Deps) {
  return router().put('/', async (c) => {
    const { caller } = await requireOperator(deps, c.var.caller, OPERATOR_DUTIES.speechTest)
    const { engine, language, name } = SpeechTestChoice.parse(c.req.query())
    await enforceRateLimit(deps.consumeRateLimit, {
      key: `operator|${caller.userId}|speech-test`,
      limit: RULE,
      message: 'You ran many tests in a short time. Try again in ten minutes.',
    })
    const { body } = c.req.raw
    if (body === null) throw new AppError('unprocessable', 'Choose a file first.')
    const test = { operatorId: caller.userId, engine, language, fileName: name, body }
    await deps.speechTests.start(test, (tx, { engineLabel }) =>
      recordAction(tx, {
        operator: caller,
        action: 'model.test',
        subject: { kind: 'model', id: engine },
        before: null,
        after: { about: engineLabel, facts: { language, file: name } },
        at: deps.now(),
      }),
    )
    return c.json({ test: await deps.speechTests.latest(caller.userId) }, 202)
  })
}
