import { implementContract } from '#platform/server/rpc.ts'
import type { Caller } from '#platform/server/http.ts'
import type { Tx } from '#platform/server/db.ts'
import { operatorContract } from '../../model/index.ts'
import { recordDecision } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'

/** The operator's procedures for speech engines and their models. */
export function speechProcedures(deps: OperatorDeps) {
  const { speech } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    speech: rpc.speech.handler(() => speech.overview()),

    installModel: rpc.installModel.handler(async ({ context: { caller: operator }, input: { modelId } }) => {
      await change(deps, { operator, modelId, action: 'model.install', work: (tx) => speech.queueInstall(tx, modelId) })
      return speech.overview()
    }),

    removeModel: rpc.removeModel.handler(async ({ context: { caller: operator }, input: { modelId, reason } }) => {
      const work = (tx: Tx) => speech.remove(tx, modelId)
      await change(deps, { operator, modelId, action: 'model.remove', reason, work })
      return speech.overview()
    }),

    chooseSpeechDefault: rpc.chooseSpeechDefault.handler(async ({ context: { caller: operator }, input }) => {
      await recordDecision(deps, {
        operator,
        action: 'model.default',
        subject: { kind: 'language', id: input.language },
        readFacts: (tx) => speech.defaultFactsOf(tx, input.language),
        work: (tx) => speech.chooseDefault(tx, input),
      })
      return speech.overview()
    }),

    speechTest: rpc.speechTest.handler(({ context: { caller } }) => deps.speechTests.latest(caller.userId)),

    cancelSpeechTest: rpc.cancelSpeechTest.handler(async ({ context: { caller } }) => {
      await deps.speechTests.cancel(caller.userId)
      return deps.speechTests.latest(caller.userId)
    }),
  }
}

type Change = {
  readonly operator: Caller
  readonly modelId: string
  readonly action: 'model.install' | 'model.remove'
  readonly reason?: string
  readonly work: (tx: Tx) => Promise<void>
}

function change(deps: OperatorDeps, { modelId, ...decision }: Change): Promise<void> {
  return recordDecision(deps, {
    ...decision,
    subject: { kind: 'model', id: modelId },
    readFacts: async (tx) => {
      const { label, facts } = await deps.speech.factsOf(tx, modelId)
      return { about: label, facts }
    },
  })
}
