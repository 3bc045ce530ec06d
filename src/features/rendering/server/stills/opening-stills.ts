import { type CaptionDocument, openingTime, startOfDocument, templateOf } from '#features/captions/model/index.ts'
import { headOf, type OpenDocuments } from '#features/captions/server/index.ts'
import { BytesCache, type CachedBytes } from '#platform/server/bytes-cache.ts'
import type { Db } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
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
  /** The caller, whose share of the thread pool it uses. */
  readonly account: string
  /** Draws the variant with reduced motion. */
  readonly reducedMotion: boolean
}

/** Maximum bytes of all stills in memory: about a thousand. */
const MOST_BYTES = 32_000_000
/** Limits of one still: processor time, and the wait for its fonts and pictures, ms. */
const TIMEOUT_MS = 5_000
const FILES_TIMEOUT_MS = 20_000
const TOO_SLOW = 'This still takes too long to draw right now. Try again in a few seconds.'

/**
 * The captions with which the editor opens, as pictures without the video. A thread draws one when it is first requested;
 * it stays in memory until others need the room.
 */
export class OpeningStills {
  readonly #deps: StillDeps
  readonly #stills = new BytesCache(MOST_BYTES)

  constructor(deps: StillDeps) {
    this.#deps = deps
  }

  /**
   * The still of the newest captions, as WebP. The caller checks access.
   * @throws AppError `not_found` without captions; as the thread pool
   */
  async read(wanted: StillRequest): Promise<CachedBytes> {
    const { projectId, reducedMotion } = wanted
    const head = await headOf(this.#deps.db, projectId)
    if (head === undefined) throw noCaptions()
    // Equal states mean equal captions.
    const key = `${projectId} ${head.state} ${reducedMotion ? 'still' : 'moving'}`
    return this.#stills.read(key, () => this.#draw(wanted))
  }

  async #draw({ projectId, ownerId, account, reducedMotion }: StillRequest): Promise<CachedBytes> {
    const { db, files, documents, threadPool, now } = this.#deps
    const open = await documents.latest(db, projectId, account)
    if (open === undefined) throw noCaptions()
    const { document } = startOfDocument(open.doc)
    const owned = { ownerId, at: now() }
    const fonts = namedFonts(document, await this.#deps.ownFonts(owned))
    const logos = await this.#deps.logos({ ...owned, ids: pictureIdsOf(document) })
    const signal = AbortSignal.timeout(FILES_TIMEOUT_MS)
    return withLocalFonts(files, { fonts, signal }, async (ownFonts) =>
      withLocalLogos(files, { logos, signal }, async (localLogos) => {
        const order = { ...openingMoment(document), ownFonts, logos: localLogos, reducedMotion }
        const releaseFonts = await holdOwnFonts(ownFonts)
        try {
          return await threadPool.run(stillTask, order, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
        } finally {
          releaseFonts()
        }
      }),
    )
  }
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

function noCaptions(): AppError {
  return new AppError('not_found', 'There are no captions yet.')
}
