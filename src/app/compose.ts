import { openAddressRules } from '#features/abuse/server/index.ts'
import { openOptionalMails, type RateLimits } from '#features/accounts/server/index.ts'
import { clientAddressOf } from '#platform/server/http/client-address.ts'
import { closeDatabase, transaction } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Job } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { outboxReaders, outboxRoutes } from '#platform/server/mail/preview.ts'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { openPlatform, type Platform } from './services/open-platform.ts'
import { sessionSecret } from './services/session-secret.ts'
import { wireAbuse } from './wiring/abuse.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { wireBilling } from './wiring/billing.ts'
import { wireBrand } from './wiring/brand.ts'
import { wireCaptions } from './wiring/captions.ts'
import { wireCollaboration } from './wiring/collaboration.ts'
import { wireCredits } from './wiring/credits.ts'
import { collectPersonalData, emitTo, type Feature } from './wiring/feature.ts'
import { wireMedia } from './wiring/media.ts'
import { wireOperations } from './wiring/operations.ts'
import { wireReferrals } from './wiring/referrals.ts'
import { wireRendering } from './wiring/rendering.ts'
import { wireReview } from './wiring/review.ts'
import { runAll } from './wiring/run-all.ts'
import { wireSite } from './wiring/site.ts'
import { wireStorage } from './wiring/storage.ts'
import { wireTemplates } from './wiring/templates.ts'
import { wireTranscription } from './wiring/transcription.ts'
import { wireViewing } from './wiring/viewing.ts'

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

/** Puts the whole product together. */
export async function compose(o: Composition) {
  const platform = await openPlatform(o)
  const wired = await wireFeatures(o, platform)
  const { accounts, billing, media, operations, referrals, rendering, transcription } = wired
  const features: readonly Feature[] = [...Object.values(wired), sharedWork(platform)]
  const clientAddress = clientAddressOf(o.env.TRUST_PROXY)
  return {
    ...platform,
    findCaller: async (request: Request) => wired.viewing.applyView(await accounts.findCaller(request), request),
    /** For a process that answers requests; others never load the sign-in. */
    loadSignIn: accounts.loadSignIn,
    procedures: proceduresOf(wired),
    /** Plain routes by where they are mounted under `/api`. */
    routes: Object.fromEntries(features.flatMap(({ routes = {} }) => Object.entries(routes))),
    /** The data of every page: the site and its catalogue. */
    bootstrap: {
      get site() {
        return platform.currentSite()
      },
      get answers() {
        return billing.answers()
      },
    } satisfies PageBootstrap,
    wellKnown: accounts.wellKnown,
    /** Receives the forms of links in mails. */
    unsubscribe: accounts.unsubscribe,
    redirectReferral: referrals.redirect,
    /** Reports of pages, sent as plain forms. */
    reportForms: wired.abuse.forms,
    fonts: rendering.fonts,
    templatePictures: rendering.templatePictures,
    sitePictures: wired.site.pictures,
    /** The address a request came from, for limits. */
    clientAddress,
    metrics: operations.metrics,
    /** `/dev/outbox`: shows mails instead of sending them, for development. */
    outbox: outboxRoutes({ ...platform, clientAddress, readers: outboxReaders(o.env) }),
    startStatus: operations.startStatus,
    beat: operations.beat,
    /** Every job of every feature. */
    work: features.flatMap<Job>(({ jobs = [] }) => jobs),
    /** The worker's periodic maintenance; safe in several workers at once. */
    maintenance: () => runAll(features.flatMap(({ maintenance = [] }) => maintenance)),
    /** Queues the download of the speech model that the settings want; for a worker that starts. */
    requestSpeechModel: transcription.requestModel,
    /** Queues the recording of dates that a retention from the environment changes; for a process that starts. */
    recordRetention: wired.storage.recordRetention,
    webMaintenance: media.webMaintenance,
    prepareStills: rendering.prepareStills,
    /** Ends every stream of this process, so that its clients reconnect to another. */
    endStreams: () => platform.events.close(),
    close: () => closeAll(platform, transcription),
  }
}

/** Gives every feature its dependencies. They receive events in this order, such as the deletion of a user. */
async function wireFeatures({ env, rateLimits }: Composition, platform: Platform) {
  const features: Feature[] = []
  const emit = emitTo(features)
  const secret = await sessionSecret({ given: env.SESSION_SECRET, dataDir: platform.dataDir })
  const addressRules = openAddressRules(env)
  const credits = wireCredits(env, platform)
  const { ledger } = credits
  const optionalMail = openOptionalMails({ ...platform, secret })
  const referrals = await wireReferrals(env, platform, { optionalMail })
  const storage = wireStorage(platform, { secret, emit, listStoredClips: referrals.listStoredClips })
  const billing = await wireBilling(env, platform, { ledger, emit })
  const captions = wireCaptions(platform, { emit })
  const collaboration = await wireCollaboration(platform, { optionalMail })
  const accounts = wireAccounts(env, platform, {
    secret,
    addressRules,
    emit,
    rateLimits,
    dataOf: (caller) => collectPersonalData(features, caller),
  })
  const transcription = wireTranscription(env, platform, { ledger, emit })
  const templates = wireTemplates(env, platform)
  const review = wireReview(env, platform, {
    secret,
    optionalMail,
    documents: captions.documents,
    clientAddress: clientAddressOf(env.TRUST_PROXY),
  })
  const wired = {
    credits,
    media: wireMedia(platform, { emit, storage }),
    referrals,
    collaboration,
    storage,
    billing,
    transcription,
    captions,
    brand: wireBrand(platform, { storage, captions }),
    templates,
    rendering: wireRendering(platform, { storage, captions }),
    review,
    abuse: wireAbuse(env, platform, { secret, addressRules, pages: { review: review.pages, look: templates.pages } }),
    site: wireSite(env, platform, { accounts, transcription, storage }),
    accounts,
    viewing: wireViewing(env, platform),
    operations: wireOperations(env, platform, { accounts, credits, billing, collaboration, storage, transcription }),
  }
  features.push(...Object.values(wired))
  return wired
}

/** The procedures of the API by their first path segment. */
function proceduresOf(wired: Awaited<ReturnType<typeof wireFeatures>>) {
  const { operations, referrals } = wired
  return {
    accounts: wired.accounts.procedures,
    credits: wired.credits.procedures,
    billing: wired.billing.procedures,
    media: wired.media.procedures,
    transcription: wired.transcription.procedures,
    glossary: wired.transcription.glossary,
    captions: wired.captions.procedures,
    brand: wired.brand.procedures,
    templates: wired.templates.procedures,
    rendering: wired.rendering.procedures,
    review: wired.review.procedures,
    referrals: referrals.procedures,
    collaboration: wired.collaboration.procedures,
    operations: operations.procedures,
    viewing: wired.viewing.procedures,
    abuse: wired.abuse.procedures,
    operator: {
      ...operations.operator,
      ...referrals.administration,
      ...wired.abuse.moderation,
      ...wired.site.administration,
    },
    site: wired.site.procedures,
    storage: wired.storage.procedures,
  }
}

/** The jobs and maintenance of what all features share. */
function sharedWork({ db, files, mail }: Platform): Feature {
  return {
    jobs: mail.work,
    maintenance: [() => transaction(db, (tx) => mail.maintenance(tx)), () => files.sweep()],
  }
}

async function closeAll(
  { db, events, jobs, threadPool, readyThreads }: Platform,
  transcription: { close(): Promise<void> },
): Promise<void> {
  await transcription.close()
  await jobs.close()
  await threadPool.close()
  await readyThreads.close()
  await events.close()
  await closeDatabase(db)
}
