import type { Filmstrip } from '../../model/filmstrip.ts'
import {
  planSheet,
  SHEET_INTERVAL_MS,
  SHEET_MS,
  sheetPath,
  tileAt,
  type TilePlace,
} from '../../model/filmstrip-sheet.ts'
import { fetchAsset, type FetchAsset } from './fetch-asset.ts'
import type { LoadQueue } from './load-queue.ts'
import { keepRecent } from './recent.ts'

/** A picture of the video, as a part of a larger one. */
export type FilmTile<Picture> = TilePlace & {
  readonly image: Picture
  /** The time that it stands for, ms: longer in the overview than on a sheet. */
  readonly spanMs: number
}

/** Decoded sheets: 18 of a landscape video, 57 of a portrait one. More of them are visible on no screen. */
const MOST_BYTES = 40_000_000
const BYTES_PER_PIXEL = 4
/** Tiles this far apart would need a sheet for every few of them: the overview does. */
const FURTHEST_ON_SHEETS_MS = 10_000
/** With tiles closer together than this, the next sheet may be reached soon. */
const NEAR_MS = 2_000

type Video = {
  readonly id: string
  readonly durationMs: number
  readonly width: number
  readonly height: number
  /** The address of the overview; its layout is beside it. */
  readonly overview: string
}

/** The filmstrip as far as it is loaded. */
export type FilmstripCache<Picture> = {
  /**
   * The tile nearest to a time; one of the overview until its sheet is loaded.
   * @param msPerTile how far apart tiles are drawn
   */
  find(timeMs: number, msPerTile: number): FilmTile<Picture> | undefined
  /** Frees the decoded pictures. */
  close(): void
}

type Sources<Picture> = {
  readonly fetch: FetchAsset
  readonly queue: LoadQueue
  decode(bytes: Blob): Promise<Picture>
}

/** Opens the filmstrip of a video. */
export function openFilmstripCache<Picture extends { close(): void }>(
  video: Video,
  o: Sources<Picture>,
): FilmstripCache<Picture> {
  const sheets = keepRecent<number, Picture>(mostSheets(video), (picture) => picture.close())
  const missing = new Set<number>()
  const closing = new AbortController()
  const overview = openOverview(video.overview, o, closing.signal)

  async function loadSheet(minute: number, signal: AbortSignal): Promise<void> {
    const picture = await loadPicture(o, sheetPath(video.id, minute), { signal, closed: closing.signal })
    if (picture === undefined) missing.add(minute)
    else sheets.set(minute, picture)
  }

  function requestSheet(minute: number): void {
    if (missing.has(minute) || sheets.get(minute) !== undefined || planSheet(video, minute) === undefined) return
    o.queue.request(`sheet ${minute}`, (signal) => loadSheet(minute, signal))
  }

  function findOnSheet(timeMs: number, msPerTile: number): FilmTile<Picture> | undefined {
    const minute = Math.floor(timeMs / SHEET_MS)
    const plan = planSheet(video, minute)
    if (plan === undefined || missing.has(minute)) return undefined
    const image = sheets.get(minute)
    if (image === undefined) {
      requestSheet(minute)
      return undefined
    }
    // Making a sheet takes longer than scrolling to it: request the nearer neighbour ahead.
    if (msPerTile <= NEAR_MS) requestSheet(timeMs - minute * SHEET_MS < SHEET_MS / 2 ? minute - 1 : minute + 1)
    return { image, spanMs: plan.intervalMs, ...tileAt(plan, timeMs - minute * SHEET_MS) }
  }

  return {
    find(timeMs, msPerTile) {
      // The overview first: it is one picture for every part of the video, and of a short one finer than a sheet.
      const far = overview.find(timeMs)
      const intervalMs = overview.intervalMs()
      if (intervalMs <= SHEET_INTERVAL_MS || msPerTile >= Math.min(FURTHEST_ON_SHEETS_MS, intervalMs)) return far
      return findOnSheet(timeMs, msPerTile) ?? far
    },
    close() {
      closing.abort()
      sheets.clear()
      overview.close()
    },
  }
}

/** The picture of the whole video, loaded on first use. */
function openOverview<Picture extends { close(): void }>(path: string, o: Sources<Picture>, closed: AbortSignal) {
  let loaded: { readonly plan: Filmstrip; readonly image: Picture } | null | undefined

  async function load(signal: AbortSignal): Promise<void> {
    const [response, image] = await Promise.all([
      fetchAsset(o.fetch, path.replace(/\.jpg$/u, '.json'), { signal }),
      loadPicture(o, path, { signal, closed }),
    ])
    if (response === undefined || image === undefined) return void (loaded = null)
    const plan: Filmstrip = await response.json()
    loaded = { plan, image }
  }

  return {
    /** The time between tiles: 0 until it is known, infinite without an overview. */
    intervalMs: () => (loaded === undefined ? 0 : (loaded?.plan.intervalMs ?? Infinity)),
    find(timeMs: number): FilmTile<Picture> | undefined {
      if (loaded === undefined) o.queue.request('overview', load)
      return loaded
        ? { image: loaded.image, spanMs: loaded.plan.intervalMs, ...tileAt(loaded.plan, timeMs) }
        : undefined
    },
    close() {
      loaded?.image.close()
      loaded = null
    },
  }
}

/** @returns undefined if there is no such picture, or the filmstrip was closed meanwhile: decoding cannot be aborted */
async function loadPicture<Picture extends { close(): void }>(
  { fetch, decode }: Sources<Picture>,
  path: string,
  { signal, closed }: { signal: AbortSignal; closed: AbortSignal },
): Promise<Picture | undefined> {
  const response = await fetchAsset(fetch, path, { signal })
  const picture = response && (await decode(await response.blob()))
  if (!closed.aborted) return picture
  picture?.close()
  return undefined
}

/** The number of decoded sheets to keep. */
function mostSheets(video: Video): number {
  const plan = planSheet({ ...video, durationMs: SHEET_MS }, 0)
  const pixels = plan === undefined ? 1 : plan.columns * plan.tileWidth * plan.rows * plan.tileHeight
  return Math.floor(MOST_BYTES / (pixels * BYTES_PER_PIXEL))
}
