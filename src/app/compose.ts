import {
  accountsProcedures,
  authRoutes,
  countDownload,
  openAuth,
  planOf,
  type RateLimits,
} from '#features/accounts/server/index.ts'
import { PLANS, uploadLimitsOf } from '#features/billing/model/index.ts'
import { captionsProcedures, captionsRoutes, createDocumentFor } from '#features/captions/server/index.ts'
import { creditsProcedures, type Ledger, ledger } from '#features/credits/server/index.ts'
import { findProject, mediaJobs, openMedia, type StoredProject } from '#features/media/server/index.ts'
import {
  endRendersOf,
  fontRoutes,
  renderingProcedures,
  renderJob,
  renderRoutes,
} from '#features/rendering/server/index.ts'
import {
  openSpeech,
  stopTranscribing,
  transcribeJob,
  type Transcribed,
  transcriptionProcedures,
} from '#features/transcription/server/index.ts'
import { clientAddressOf } from '#platform/server/client-address.ts'
import { closeDatabase, transaction, type Tx } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Log } from '#platform/server/log.ts'
import { isReady, openPlatform, type Platform, workerShape } from './platform.ts'
import { sessionSecret } from './session-secret.ts'

/** Where a product comes from: its settings, its database, and where it writes its log. */
export type Composition = {
  readonly env: Env
  readonly databaseUrl: string
  readonly log: Log
  /** Default: what suits people; a test that signs up hundreds from one address wants more. */
  readonly rateLimits?: RateLimits
}

/** The product, wired: what the web process serves and the worker runs. */
export type Product = Awaited<ReturnType<typeof compose>>

/** What was heard in a video without sound. */
const SILENCE = { words: [], lang: 'und', provenance: { engine: 'none', model: 'none' } }

/** Gives every feature what it needs, and tells features of each other where they may not know each other. */
export async function compose(o: Composition) {
  const platform = await openPlatform(o)
  const { db, events, jobs } = platform
  const credits = ledger(platform)
  const accounts = await wireAccounts(o, platform, credits)
  const media = wireMedia(platform)
  const transcription = wireTranscription(o, platform, credits)
  const rendering = wireRendering(platform)

  return {
    ...platform,
    findCaller: accounts.findCaller,
    procedures: {
      accounts: accounts.procedures,
      credits: creditsProcedures({ db, ledger: credits }),
      media: media.procedures,
      transcription: transcription.procedures,
      captions: captionsProcedures({ db }),
      rendering: rendering.procedures,
    },
    /** Plain routes by where they are mounted under `/api`. */
    routes: {
      '/auth': accounts.routes,
      '/': media.routes,
      '/captions': captionsRoutes({ db }),
      '/renders': rendering.routes,
    },
    /** The fonts captions are drawn with, for `/fonts`: the same for everybody. */
    fonts: fontRoutes(),
    /** Every job of every feature. */
    work: [...media.work, ...transcription.work, ...rendering.work],
    /** To be done by the worker now and then; safe to do in several at once. */
    upkeep: () => releaseForgottenHolds(platform, credits),
    /** To be done by the web process at its start and every hour. */
    webUpkeep: media.upkeep,
    isReady: () => isReady(platform),
    /** Ends every stream of this process, so that its clients come back to another. */
    endStreams: () => events.close(),
    async close(): Promise<void> {
      await transcription.close()
      await jobs.close()
      await events.close()
      await closeDatabase(db)
    },
  }
}

async function wireAccounts(o: Composition, platform: Platform, credits: Ledger) {
  const deps = {
    ...platform,
    secret: await sessionSecret({ given: o.env.SESSION_SECRET, dataDir: platform.dataDir }),
    ...(o.rateLimits && { rateLimits: o.rateLimits }),
    onUserCreated: async (tx: Tx, { userId }: { userId: string }) => void (await credits.grantStart(tx, userId)),
  }
  const auth = openAuth(deps)
  return {
    findCaller: auth.findCaller,
    procedures: accountsProcedures(deps),
    routes: authRoutes({ ...deps, auth, clientAddress: clientAddressOf(o.env.TRUST_PROXY) }),
  }
}

function wireMedia(platform: Platform) {
  const { db, dataDir } = platform
  const deps = {
    ...platform,
    uploadsDir: `${dataDir}/uploads`,
    uploadLimits: async (userId: string) => uploadLimitsOf(await planOf(db, userId)),
    async onRemoved(tx: Tx, project: StoredProject) {
      await stopTranscribing(tx, platform, project.id)
      await endRendersOf(tx, platform, project.id)
    },
    // A video without sound has nothing to transcribe: its captions begin empty, and cost nothing (product §1).
    async onPrepared(tx: Tx, project: StoredProject) {
      if (project.probe?.audio === null) await createDocumentFor(tx, project, SILENCE)
    },
  }
  return { ...openMedia(deps), work: mediaJobs(deps) }
}

function wireTranscription({ env }: Composition, platform: Platform, credits: Ledger) {
  const { modelsDirectory, now } = platform
  const speech = openSpeech({ modelsDirectory, mirror: env.ASR_MODEL_MIRROR, now })
  const deps = { ...platform, ledger: credits, speech, threads: workerShape(env).threads, onTranscribed: makeCaptions }
  return { procedures: transcriptionProcedures(deps), work: [transcribeJob(deps)], close: () => speech.close() }
}

function wireRendering(platform: Platform) {
  const deps = {
    ...platform,
    countDownload,
    exportLimit: async (userId: string) => PLANS[await planOf(platform.db, userId)].export,
  }
  return { procedures: renderingProcedures(deps), routes: renderRoutes(deps), work: [renderJob(deps)] }
}

/** The words of a finished run become captions; a project that was removed meanwhile needs none. */
async function makeCaptions(tx: Tx, { projectId, language, words, engine, model, lines }: Transcribed): Promise<void> {
  const project = await findProject(tx, projectId)
  if (project === undefined) return
  await createDocumentFor(tx, project, {
    words,
    lang: language,
    provenance: { engine, model },
    ...(lines && { lines }),
  })
}

async function releaseForgottenHolds({ db, log }: Platform, credits: Ledger): Promise<void> {
  const released = await transaction(db, (tx) => credits.releaseExpired(tx))
  if (released > 0) log.warn({ released }, 'released credit holds that nobody settled')
}
