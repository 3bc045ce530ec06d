import { lockActiveUser } from '#features/accounts/server/index.ts'
import { ownWordsTasks } from '#features/captions/server/index.ts'
import { type Ledger, lockMemberSpending, memberSpending } from '#features/credits/server/index.ts'
import {
  administerSpeech,
  captureFinishedRuns,
  copyEntries,
  copyRun,
  deleteCorrectionsOf,
  deleteCorrectionsOfProject,
  deleteEntriesOf,
  deleteEntriesOfProject,
  deleteTestOf,
  endRuns,
  glossaryProcedures,
  installModelJob,
  knownModels,
  listEntriesOf,
  openSpeech,
  speechServiceOf,
  speechTests,
  refundRuns,
  siteDefaults,
  requestWantedModel,
  startEarlyRun,
  startPendingRun,
  testSpeechJob,
  transcribeJob,
  transferRuns,
  transcriptionProcedures,
} from '#features/transcription/server/index.ts'
import { creditsLeftFor, listMemberships, refuseOverLimit } from '#features/collaboration/server/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { findUsableLook } from '#features/templates/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { type Platform, workerShape } from '../services/open-platform.ts'
import { defineFeature, type Emit, type Feature } from './feature.ts'

/** A collaborator of an owner. */
type Member = { readonly ownerId: string; readonly userId: string }

/** Opens transcription, which knows no captions: the listener of `transcribed` creates them. */
export function wireTranscription(env: Env, platform: Platform, { ledger, emit }: { ledger: Ledger; emit: Emit }) {
  const { files, limits, modelsDirectory, now } = platform
  const downloads = { modelsDirectory, mirror: env.ASR_MODEL_MIRROR, service: speechServiceOf(env) }
  const modelsFile = env.SPEECH_MODELS_FILE
  const defaults = siteDefaults(platform.db, env.SPEECH_ENGINES)
  const speech = openSpeech({
    defaults,
    ...downloads,
    modelsFile,
    temporary: files.temporary,
    log: platform.log,
    now,
  })
  const spending = { lockMemberSpending, memberSpending, now }
  const administration = administerSpeech({ ...platform, speech, defaults })
  const tests = speechTests({ ...platform, speech })
  const deps = {
    ...platform,
    ledger,
    comingModel: administration.coming,
    refuseOverLimit: (tx: Tx, o: Member & { amount: number }) => refuseOverLimit(tx, spending, o),
    creditsLeftFor: (q: Queryable, o: Member) => creditsLeftFor(q, spending, o),
    speech,
    threads: workerShape(env).threads,
    ownWords: ownWordsTasks,
    onTranscribed: emit('transcribed'),
    jobsInLine: limits.jobsInLine,
    checkTemplate: newestTemplate,
    copyLook: async (userId: string, lookId: string) =>
      (await findUsableLook({ db: platform.db, listTeams: listMemberships }, userId, lookId)).look,
  }
  return defineFeature({
    procedures: transcriptionProcedures(deps),
    glossary: glossaryProcedures({ ...platform, lockAccount: lockActiveUser }),
    personalData: async ({ userId }) => ({
      glossary: (await listEntriesOf(platform.db, userId)).map(({ heard, write, language }) => ({
        heard,
        write,
        language,
      })),
    }),
    close: () => speech.close(),
    /** The languages that working engines know, as ISO 639 codes. */
    listLanguages: () => speech.engines.languages(),
    /** What operators see and change. */
    administration,
    /** Tests of recognition by file, for operators. */
    tests,
    /** Queues the download of the model that the settings want; for a worker that starts. */
    requestModel: () =>
      requestWantedModel({
        ...platform,
        ...downloads,
        models: speech.models,
        choices: knownModels(modelsFile),
        wanted: env.SPEECH_MODEL,
        queueInstall: administration.queueInstall,
      }),
    jobs: [installModelJob(speech), transcribeJob(deps), testSpeechJob(deps)],
    maintenance: [tests.maintenance],
    on: listenersOf(platform, deps),
  })
}

type Deps = Parameters<typeof startEarlyRun>[1] & Parameters<typeof startPendingRun>[1] & Parameters<typeof endRuns>[1]

/** What transcription does when others change something. */
function listenersOf(platform: Platform, deps: Deps): NonNullable<Feature['on']> {
  return {
    soundArrived: (tx, arrived) => startEarlyRun(tx, deps, arrived),
    projectChecked: (tx, project) => startPendingRun(tx, deps, project),
    projectPrepared: (tx, { id }) => captureFinishedRuns(tx, deps, id),
    projectRefused: (tx, { id }) => refundRuns(tx, deps, id),
    async projectRemoved(tx, { id }) {
      await endRuns(tx, deps, id)
      await deleteEntriesOfProject(tx, id)
      await deleteCorrectionsOfProject(tx, id)
    },
    projectTransferred: (tx, transferred) => transferRuns(tx, transferred),
    async userDeleted(tx, { userId }) {
      await deleteEntriesOf(tx, userId)
      await deleteCorrectionsOf(tx, userId)
      await deleteTestOf(tx, userId)
    },
    async projectDuplicated(tx, { sourceId, copy }) {
      await copyRun(tx, platform, { from: sourceId, to: copy.id })
      await copyEntries(tx, platform, { from: sourceId, to: copy.id })
    },
  }
}
