import { call } from '@orpc/server'
import {
  accountRoutes,
  accountsProcedures,
  authRoutes,
  type CreatedUser,
  countDownload,
  deleteExpired,
  erasePhotosJob,
  mobileAppsOf,
  openAuth,
  planOf,
  providersOf,
  type RateLimits,
  rateLimitStorage,
  wellKnownRoutes,
} from '#features/accounts/server/index.ts'
import { framesAt, jobsInLine, uploadLimitsOf } from '#features/billing/model/index.ts'
import { queueSubscriptionEnds } from '#features/billing/server/index.ts'
import {
  captionsProcedures,
  captionsRoutes,
  createDocumentFor,
  dropOldBatches,
  OpenDocuments,
  rewriteDueSnapshots,
} from '#features/captions/server/index.ts'
import { creditsProcedures, type HistoryEntry, type Ledger, ledger } from '#features/credits/server/index.ts'
import {
  findProject,
  mediaJobs,
  openMedia,
  deleteProjectsOf,
  type StoredProject,
} from '#features/media/server/index.ts'
import {
  storeHeartbeat,
  openStatus,
  operationsProcedures,
  productChecks,
  deleteHeartbeat,
} from '#features/operations/server/index.ts'
import { closeAffiliate, referralRedirect, rejectReservedUsernames } from '#features/referrals/server/index.ts'
import {
  eraseExportJob,
  fontRoutes,
  renderingProcedures,
  renderJob,
  renderRoutes,
} from '#features/rendering/server/index.ts'
import { siteProcedures } from '#features/site/server/index.ts'
import {
  openSpeech,
  transcribeJob,
  type TranscriptionJobDeps,
  transcriptionProcedures,
} from '#features/transcription/server/index.ts'
import { clientAddressOf } from '#platform/server/client-address.ts'
import { closeDatabase, transaction, type Tx } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Caller } from '#platform/server/http.ts'
import type { Job } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { outboxReaders, outboxRoutes } from '#platform/server/mail-preview.ts'
import { newDocumentTask, ownWordsTasks } from './wiring/caption-tasks.ts'
import { wireCollaboration } from './wiring/collaboration.ts'
import { runAll } from './wiring/run-all.ts'
import { wireMetrics, wireOperator } from './wiring/operations.ts'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { wireReferrals } from './wiring/referrals.ts'
import { sampleClips } from './wiring/sample-clips.ts'
import { runCreditsMaintenance, wireBilling } from './wiring/billing.ts'
import { stopProjectWork, wireStorage } from './wiring/storage.ts'
import { openPlatform, type Platform, workerShape } from './services/open-platform.ts'
import { sessionSecret } from './services/session-secret.ts'

/** The inputs of a product: its settings, its database and its log. */
export type Composition = {
  readonly env: Env
  readonly databaseUrl: string
  readonly log: Log
  /** Default: enough for people; a test that signs up hundreds from one address needs more. */
  readonly rateLimits?: Partial<RateLimits>
}

/** The product, wired: what the web process serves and the worker runs. */
export type Product = Awaited<ReturnType<typeof compose>>

/** Window of `SIGN_UPS_PER_ADDRESS`, in seconds. */
const SIGN_UP_WINDOW_S = 600

const TOO_MANY_WORDS = 'These are too many words to cut into captions. Use only the words of this video.'

/** The transcript of a video without sound. */
const SILENCE = { words: [], lang: 'und', provenance: { engine: 'none', model: 'none' } }

/** Gives every feature its dependencies, and connects features that may not import each other. */
async function wire(o: Composition, platform: Platform) {
  const credits = ledger({ ...platform, unlimited: o.env.BILLING === 'off' })
  const referrals = wireReferrals(platform, o.env)
  const collaboration = await wireCollaboration(platform)
  const secret = await sessionSecret({ given: o.env.SESSION_SECRET, dataDir: platform.dataDir })
  const storage = wireStorage(platform, { secret, countDownload, onRemoved: stopProjectWork(platform) })
  const onPlanChanged = inTurn(collaboration.onPlanChanged, storage.onPlanChanged)
  const billing = wireBilling(o.env, platform, { credits, onEvent: referrals.onPayment, onPlanChanged })
  const media = wireMedia(platform, storage)
  return {
    credits,
    referrals,
    collaboration,
    storage,
    billing,
    media,
    accounts: await wireAccounts(o, platform, { secret, credits, billing, media, referrals, collaboration }),
    transcription: wireTranscription(o, platform, credits),
    rendering: wireRendering(platform, storage),
    status: wireStatus(platform),
    clips: sampleClips(platform),
  }
}

/** Puts the whole product together. */
export async function compose(o: Composition) {
  const platform = await openPlatform(o)
  const wired = await wire(o, platform)
  const { credits, referrals, collaboration, storage, billing, media, accounts } = wired
  const { transcription, rendering, status, clips } = wired
  const clientAddress = clientAddressOf(o.env.TRUST_PROXY)
  const documents = new OpenDocuments()
  await rejectReservedUsernames(platform.db)

  return {
    ...platform,
    findCaller: accounts.findCaller,
    procedures: {
      accounts: accounts.procedures,
      credits: creditsProcedures({ ...platform, ledger: credits }),
      billing: billing.procedures,
      media: media.procedures,
      transcription: transcription.procedures,
      captions: captionsProcedures({ ...platform, documents }),
      rendering: rendering.procedures,
      referrals: referrals.procedures,
      collaboration: collaboration.procedures,
      operations: operationsProcedures({ status: status.watch }),
      operator: { ...wireOperator(o.env, platform, { credits, billing }), ...referrals.administration },
      site: wireSite(platform),
      storage: storage.procedures,
    },
    /** Plain routes by where they are mounted under `/api`. */
    routes: {
      '/auth': accounts.routes,
      '/account': accounts.accountRoutes,
      '/': media.routes,
      '/billing': billing.routes,
      '/captions': captionsRoutes({ ...platform, documents }),
      '/renders': rendering.routes,
      '/affiliate-clips': clips.routes,
      '/files': storage.routes,
    },
    /** The data of every page: the site and its catalogue. */
    bootstrap: { site: platform.site, answers: { 'billing/plans': billing.offers } } satisfies PageBootstrap,
    /** The mobile apps that open our links, for `/.well-known`. */
    wellKnown: accounts.wellKnown,
    /** Redirects `/{username}` to the home page with that affiliate's code. */
    redirectReferral: referralRedirect(platform),
    /** The caption fonts, for `/fonts`. */
    fonts: fontRoutes(),
    /** The address a request came from, for limits. */
    clientAddress,
    /** `/metrics` for Prometheus, and its request counter. */
    metrics: wireMetrics(o.env, platform),
    /** `/dev/outbox`: shows mails instead of sending them, for development. */
    outbox: outboxRoutes({ ...platform, clientAddress, readers: outboxReaders(o.env) }),
    /** Health monitoring for the web process; `start` receives its address. */
    startStatus: status.start,
    /** Records that this worker process is alive. */
    beat: status.beat,
    /** Every job of every feature. */
    work: [platform.mail, accounts, billing, media, transcription, rendering, storage, clips].flatMap<Job>(
      ({ work }) => work,
    ),
    /** The worker's periodic maintenance; safe in several workers at once. */
    maintenance: () => runMaintenance(platform, { credits, billing, referrals, collaboration, storage }),
    /** The web process's maintenance, at its start and every hour. */
    webMaintenance: media.maintenance,
    /** Ends every stream of this process, so that its clients reconnect to another. */
    endStreams: () => platform.events.close(),
    close: () => closeAll(platform, transcription),
  }
}

async function closeAll(
  { db, events, jobs, threadPool }: Platform,
  transcription: { close(): Promise<void> },
): Promise<void> {
  await transcription.close()
  await jobs.close()
  await threadPool.close()
  await events.close()
  await closeDatabase(db)
}

type Kept = {
  credits: Ledger
  billing: ReturnType<typeof wireBilling>
  media: ReturnType<typeof wireMedia>
  referrals: ReturnType<typeof wireReferrals>
  collaboration: Awaited<ReturnType<typeof wireCollaboration>>
}

type Storage = ReturnType<typeof wireStorage>

type AboutUser = (tx: Tx, userId: string) => Promise<void>

function inTurn(...all: readonly AboutUser[]): AboutUser {
  return async (tx, userId) => {
    for (const one of all) await one(tx, userId)
  }
}

async function wireAccounts(o: Composition, platform: Platform, kept: Kept & { secret: string }) {
  const { secret, credits, billing, media, referrals, collaboration } = kept
  const mobileApps = mobileAppsOf(o.env)
  const deps = {
    ...platform,
    secret,
    rateLimits: { signUp: { window: SIGN_UP_WINDOW_S, max: o.env.SIGN_UPS_PER_ADDRESS }, ...o.rateLimits },
    providers: providersOf(o.env),
    mobileApps,
    async onUserCreated(tx: Tx, user: CreatedUser) {
      await credits.grantStart(tx, user.userId)
      await referrals.onUserCreated(tx, user)
    },
    async onUserDeleted(tx: Tx, { userId }: { userId: string }) {
      await deleteProjectsOf(tx, media.deps, userId)
      await closeAffiliate(tx, userId)
      await collaboration.onUserDeleted(tx, userId)
      await queueSubscriptionEnds(tx, platform.jobs, userId)
    },
    dataOf: async (caller: Caller) => ({
      projects: await call(media.procedures.list, undefined, { context: { caller, requestId: platform.newId() } }),
      credits: await creditHistoryOf(platform, credits, caller.userId),
      billing: await billing.dataOf(caller.userId),
      affiliate: await referrals.dataOf(caller.userId),
      collaboration: await collaboration.dataOf(caller.userId),
    }),
  }
  const auth = openAuth(deps)
  return {
    findCaller: auth.findCaller,
    procedures: accountsProcedures(deps),
    routes: authRoutes({ ...deps, auth, clientAddress: clientAddressOf(o.env.TRUST_PROXY) }),
    accountRoutes: accountRoutes(deps),
    wellKnown: wellKnownRoutes(mobileApps),
    work: [erasePhotosJob(deps)],
  }
}

const HISTORY_PAGE = 500

/** A user's whole credit history, newest first. */
async function creditHistoryOf({ db }: Platform, credits: Ledger, userId: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.seq
    const page = await credits.history(db, userId, { limit: HISTORY_PAGE, ...(before !== undefined && { before }) })
    entries.push(...page)
    if (page.length < HISTORY_PAGE) return entries
  }
}

function wireMedia(platform: Platform, storage: Storage) {
  const { db } = platform
  const deps = {
    ...platform,
    uploadLimits: async (userId: string) => uploadLimitsOf(await planOf(db, userId), platform.catalogue.plans),
    claimRoom: storage.claimRoom,
    expiryOf: storage.expiryOf,
    onRemoved: stopProjectWork(platform),
    // A silent video has nothing to transcribe: its captions start empty and cost nothing (product §1).
    async onPrepared(tx: Tx, project: StoredProject) {
      if (project.probe?.audio === null) await createDocumentFor(tx, project, SILENCE)
    },
  }
  return { ...openMedia(deps), deps, work: mediaJobs(deps) }
}

function wireTranscription({ env }: Composition, platform: Platform, credits: Ledger) {
  const { modelsDirectory, now, files } = platform
  const speech = openSpeech({ modelsDirectory, mirror: env.ASR_MODEL_MIRROR, temporary: files.temporary, now })
  const deps = {
    ...platform,
    ledger: credits,
    speech,
    threads: workerShape(env).threads,
    ownWords: ownWordsTasks,
    onTranscribed: makeCaptions(platform),
    jobsInLine: jobsInLineOf(platform),
  }
  return { procedures: transcriptionProcedures(deps), work: [transcribeJob(deps)], close: () => speech.close() }
}

function wireRendering(platform: Platform, storage: Storage) {
  const deps = {
    ...platform,
    countDownload,
    jobsInLine: jobsInLineOf(platform),
    claimRoom: (tx: Tx, asked: { ownerId: string; userId: string }) =>
      storage.claimRoom(tx, { ...asked, sizeBytes: 0 }),
    async exportLimit(userId: string) {
      const limit = platform.catalogue.plans[await planOf(platform.db, userId)].export
      return { ...limit, fullHdFps: framesAt(limit, 1080) }
    },
  }
  return {
    procedures: renderingProcedures(deps),
    routes: renderRoutes(deps),
    work: [renderJob(deps), eraseExportJob(deps)],
  }
}

/** Limits of an account's queued and running exports and caption runs. */
function jobsInLineOf({ catalogue }: Platform) {
  return async (tx: Tx, ownerId: string) => jobsInLine(await planOf(tx, ownerId), catalogue.plans)
}

function wireSite(platform: Platform) {
  const count = rateLimitStorage(platform).consume
  return siteProcedures({ ...platform, contacts: platform.site.contacts, count })
}

function wireStatus(platform: Platform) {
  const { db, now, newId } = platform
  const instance = newId()
  let ownUrl: string | undefined
  const watch = openStatus({ ...platform, checks: productChecks({ ...platform, ownUrl: () => ownUrl }) })
  return {
    watch,
    start(url: string): () => Promise<void> {
      ownUrl = url
      return watch.start()
    },
    beat: { now: () => storeHeartbeat(db, { instance, at: now() }), end: () => deleteHeartbeat(db, instance) },
  }
}

/** Turns the words of a finished run into captions, unless the project was removed meanwhile. */
function makeCaptions({ threadPool }: Platform): TranscriptionJobDeps['onTranscribed'] {
  return async (tx, { projectId, language, words, engine, model, lines }) => {
    const project = await findProject(tx, projectId)
    if (project === undefined) return
    const limits = { account: project.ownerId, timeoutMs: 60_000, tooSlow: TOO_MANY_WORDS }
    await createDocumentFor(
      tx,
      project,
      { words, lang: language, provenance: { engine, model }, ...(lines && { lines }) },
      (o) => threadPool.run(newDocumentTask, o, limits),
    )
  }
}

async function runMaintenance(platform: Platform, kept: Omit<Kept, 'media'> & { storage: Storage }): Promise<void> {
  const { credits, billing, referrals, collaboration, storage } = kept
  const { db, mail, now } = platform
  await runAll([
    () => releaseForgottenHolds(platform, credits),
    () => runCreditsMaintenance(platform, credits),
    () => billing.maintenance(),
    () => referrals.maintenance(),
    () => collaboration.maintenance(),
    () => storage.maintenance(),
    () => rewriteDueSnapshots(platform),
    () => dropOldBatches(platform),
    () => transaction(db, (tx) => mail.maintenance(tx)),
    () => transaction(db, (tx) => deleteExpired(tx, now())),
    () => platform.files.sweep(),
  ])
}

async function releaseForgottenHolds({ db, log }: Platform, credits: Ledger): Promise<void> {
  const released = await transaction(db, (tx) => credits.releaseExpired(tx))
  if (released > 0) log.warn({ released }, 'released unsettled credit holds')
}
