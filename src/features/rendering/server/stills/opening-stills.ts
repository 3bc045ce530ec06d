import {
  type CaptionDocument,
  createDocument,
  openingTime,
  startOfDocument,
  templateOf,
} from '#features/captions/model/index.ts'
import { headOf, type OpenDocuments } from '#features/captions/server/index.ts'
import { BytesCache, type CachedBytes } from '#platform/server/bytes-cache.ts'
import type { Db } from '#platform/server/db.ts'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { evenFrame, overlaysOf, pictureIdsOf, trackOf } from '../../model/index.ts'
import type { RenderingJobDeps } from '../deps.ts'
import { holdOwnFonts } from '../hold-own-fonts.ts'
import { withLocalLogos } from '../local-logos.ts'
import { namedFonts, withLocalFonts } from '../own-font-files.ts'
import { type StillOrder, stillTask } from './still-task.ts'

/** Dependencies of {@link OpeningStills}. */
export type StillDeps = Pick<RenderingJobDeps, 'ownFonts' | 'logos' | 'now'> & {
  readonly db: Db
  readonly files: FileStore
  readonly documents: OpenDocuments
  readonly threadPool: Pick<ThreadPool, 'run'>
}

/** A requested still. */
type StillRequest = {
  readonly projectId: string
  /** The owner of the video, whose fonts and pictures its captions use. */
  readonly ownerId: string
  /** The key of its poster; undefined without one. */
  readonly poster: string | undefined
  /** The caller, whose share of the thread pool it uses. */
  readonly account: string
  /** Draws the variant with reduced motion. */
  readonly reducedMotion: boolean
}

/** Maximum bytes of all stills in memory: some hundreds. */
const MOST_BYTES = 32_000_000
/** Limits of one still: processor time, and the wait for its fonts and pictures, ms. */
const TIMEOUT_MS = 5_000
const FILES_TIMEOUT_MS = 20_000
const TOO_SLOW = 'This still takes too long to draw right now. Try again in a few seconds.'

/**
 * The pictures with which editors open: their captions over the poster. A thread draws one when it is first requested; it
 * stays in memory until others need the room.
 */
export class OpeningStills {
  readonly #deps: StillDeps
  readonly #stills = new BytesCache(MOST_BYTES)

  constructor(deps: StillDeps) {
    this.#deps = deps
  }

  /**
   * The still of the newest captions, as JPEG; undefined without captions. The caller checks access.
   * @throws as the thread pool
   */
  async read(wanted: StillRequest): Promise<CachedBytes | undefined> {
    const { db, documents } = this.#deps
    const { projectId, poster, account, reducedMotion } = wanted
    const head = await headOf(db, projectId)
    if (head === undefined) return undefined
    // Equal states mean equal captions.
    const key = [projectId, head.state, poster ?? 'black', reducedMotion ? 'still' : 'moving'].join(' ')
    return this.#stills.read(key, async () => {
      const doc = await documents.start(db, projectId, account)
      // Removed since.
      if (doc === undefined) throw new AppError('not_found', 'Project not found')
      return this.#draw(startOfDocument(doc).document, wanted)
    })
  }

  /** Starts the thread and loads the painter there: the first still would wait half a second for that. */
  async prepare(): Promise<void> {
    const order = { ...openingMoment(sampleDocument()), ownFonts: [], reducedMotion: false }
    await this.#deps.threadPool.run(stillTask, order, { account: 'start', timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
  }

  async #draw(
    document: CaptionDocument,
    { ownerId, poster, account, reducedMotion }: StillRequest,
  ): Promise<CachedBytes> {
    const { files, threadPool, now } = this.#deps
    const owned = { ownerId, at: now() }
    const fonts = namedFonts(document, await this.#deps.ownFonts(owned))
    const logos = await this.#deps.logos({ ...owned, ids: pictureIdsOf(document) })
    const signal = AbortSignal.timeout(FILES_TIMEOUT_MS)
    return withPoster(files, { poster, signal }, async (localPoster) =>
      withLocalFonts(files, { fonts, signal }, async (ownFonts) =>
        withLocalLogos(files, { logos, signal }, async (localLogos) => {
          const pictures = { poster: localPoster, logos: localLogos }
          const order = { ...openingMoment(document), ...pictures, ownFonts, reducedMotion }
          const releaseFonts = await holdOwnFonts(ownFonts)
          try {
            return await threadPool.run(stillTask, order, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
          } finally {
            releaseFonts()
          }
        }),
      ),
    )
  }
}

/** Runs `work` with the poster as a local file; without one if it is missing. */
async function withPoster<Result>(
  files: FileStore,
  { poster, signal }: { readonly poster: string | undefined; readonly signal: AbortSignal },
  work: (path: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (poster === undefined || (await files.stat(poster)) === undefined) return work(undefined)
  return withLocal(files, { key: poster, signal }, work)
}

/** One word in the default template. */
function sampleDocument(): CaptionDocument {
  return createDocument({
    id: 'sample',
    media: { id: 'sample', durMs: 1_000, fps: { n: 30, d: 1 }, w: 180, h: 320 },
    lang: 'en',
    provenance: { engine: 'sample', model: 'sample' },
    words: [{ text: 'Sample', startMs: 0, endMs: 1_000, confidence: 1, timing: 'asr' }],
  })
}

/** What the editor shows when it opens. Captions that have not begun are left out: each would be laid out for nothing. */
function openingMoment(document: CaptionDocument): Omit<StillOrder, 'reducedMotion'> {
  const tMs = openingTime(document, document.words[0]?.t0) ?? 0
  const track = trackOf(document)
  const template = templateOf(document)
  const begun = track.captions.findLastIndex(({ fromMs }) => fromMs <= tMs) + 1
  return {
    track: { ...track, captions: track.captions.slice(0, begun) },
    template,
    overlays: overlaysOf(document, template),
    frame: evenFrame(document.media),
    tMs,
  }
}
