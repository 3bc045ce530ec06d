import type { Filmstrip } from '../model/filmstrip.ts'
import { planSheet, SHEET_MS, sheetPath, tileAt, type TilePlace } from '../model/filmstrip-sheet.ts'
import { fetchAsset, type FetchAsset } from './fetch-asset.ts'
import type { LoadQueue } from './load-queue.ts'
import { keepRecent } from './recent.ts'

/** A picture of the video, as a part of a larger one. */
export type FilmTile<Picture> = TilePlace & { readonly image: Picture }

/** A decoded sheet takes 2.8 MB. */
const MOST_SHEETS = 10
/** Tiles further apart than this would need a sheet for every few of them: the overview does. */
const FURTHEST_ON_SHEETS_MS = 15_000

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

/** Opens the filmstrip of a video. */
export function openFilmstripCache<Picture extends { close(): void }>(
  video: Video,
  o: { readonly fetch: FetchAsset; readonly queue: LoadQueue; decode(bytes: Blob): Promise<Picture> },
): FilmstripCache<Picture> {
  const sheets = keepRecent<number, Picture>(MOST_SHEETS, (picture) => picture.close())
  const missing = new Set<number>()
  let overview: { readonly plan: Filmstrip; readonly image: Picture } | null | undefined
  let isClosed = false

  async function loadPicture(path: string, signal: AbortSignal): Promise<Picture | undefined> {
    const response = await fetchAsset(o.fetch, path, { signal })
    const picture = response && (await o.decode(await response.blob()))
    // Decoding cannot be aborted.
    if (isClosed) picture?.close()
    return isClosed ? undefined : picture
  }

  async function loadSheet(minute: number, signal: AbortSignal): Promise<void> {
    const picture = await loadPicture(sheetPath(video.id, minute), signal)
    if (picture === undefined) missing.add(minute)
    else sheets.set(minute, picture)
  }

  async function loadOverview(signal: AbortSignal): Promise<void> {
    const planPath = video.overview.replace(/\.jpg$/u, '.json')
    const [response, image] = await Promise.all([
      fetchAsset(o.fetch, planPath, { signal }),
      loadPicture(video.overview, signal),
    ])
    if (response === undefined || image === undefined) return void (overview = null)
    const plan: Filmstrip = await response.json()
    overview = { plan, image }
  }

  function findOnSheet(timeMs: number): FilmTile<Picture> | undefined {
    const minute = Math.floor(timeMs / SHEET_MS)
    const plan = planSheet(video, minute)
    if (plan === undefined || missing.has(minute)) return undefined
    const image = sheets.get(minute)
    if (image !== undefined) return { image, ...tileAt(plan, timeMs - minute * SHEET_MS) }
    o.queue.request(`sheet ${minute}`, (signal) => loadSheet(minute, signal))
    return undefined
  }

  function findInOverview(timeMs: number): FilmTile<Picture> | undefined {
    if (overview === undefined) o.queue.request('overview', loadOverview)
    return overview ? { image: overview.image, ...tileAt(overview.plan, timeMs) } : undefined
  }

  return {
    find(timeMs, msPerTile) {
      const isFar = msPerTile > FURTHEST_ON_SHEETS_MS || msPerTile >= (overview?.plan.intervalMs ?? Infinity)
      // The overview first: it is one picture for every part of the video.
      const far = findInOverview(timeMs)
      return isFar ? far : (findOnSheet(timeMs) ?? far)
    },
    close() {
      isClosed = true
      sheets.clear()
      overview?.image.close()
      overview = null
    },
  }
}
