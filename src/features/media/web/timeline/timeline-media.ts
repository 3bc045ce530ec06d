import { whenIdle } from '#platform/web/idle.ts'
import type { Project } from '../../model/contract.ts'
import { findQuietSpans, quietThreshold } from '../../model/quiet-spans.ts'
import type { PeakSlice, TimeSpan } from '../../model/peak-range.ts'
import type { Shots } from '../../model/shots.ts'
import { fetchAsset, type FetchAsset } from './fetch-asset.ts'
import { type FilmTile, openFilmstripCache } from './filmstrip-cache.ts'
import { openLoadQueue, type WhenFree } from './load-queue.ts'
import { openPeakCache, type PeakCache } from './peak-cache.ts'

/** Whether a video has sound or pictures to draw: `none` never, `preparing` not yet. */
export type MediaState = 'none' | 'preparing' | 'ready'

/**
 * The waveform, filmstrip, shots and pauses of a video, as far as they are loaded. Nothing waits: what is missing is
 * requested, and `onChange` reports what has arrived. Call these while drawing, with what is visible.
 */
export type TimelineMedia<Picture = ImageBitmap> = {
  sound(): MediaState
  picture(): MediaState
  /** Peaks for a part of the video at a zoom, maybe of a coarser level; undefined until some are loaded. */
  peaksFor(part: TimeSpan, msPerPx: number): PeakSlice | undefined
  /** The picture at a time, or one near it; valid until the next call. @param msPerTile how far apart tiles are drawn */
  tileAt(timeMs: number, msPerTile: number): FilmTile<Picture> | undefined
  /** The times at which a shot begins, in milliseconds, ascending. */
  shots(): readonly number[]
  /** The pauses in and around the part drawn last, in order; none if it is longer than ten minutes. */
  quietSpans(): readonly TimeSpan[]
  /** @returns unsubscribes */
  onChange(listener: () => void): () => void
  /** Stops loading and frees the pictures. */
  close(): void
}

/** Pauses are found to 10 ms. */
const PAUSE_RATE = 100
/** In a longer part, pauses are closer together than the pointer can aim. */
const LONGEST_WITH_PAUSES_MS = 600_000
/** Longest wait for an idle page, ms. */
const PATIENCE_MS = 200
const NONE: readonly never[] = []

type OpenedProject = Pick<Project, 'id' | 'probe' | 'assets'>

/**
 * Opens the media of a video for its timeline; nothing is fetched before something is drawn.
 * @param project with the assets known by now; open it again when they change
 */
export function openTimelineMedia(project: OpenedProject): TimelineMedia {
  return loadTimelineMedia(project, {
    fetch: (path, init) => fetch(path, init),
    decode: (bytes) => createImageBitmap(bytes),
    whenFree: (callback) => whenIdle(callback, { timeout: PATIENCE_MS }),
  })
}

/** Opens the media of a video with given ways to fetch and to decode pictures, and to wait until the page is free. */
export function loadTimelineMedia<Picture extends { close(): void }>(
  project: OpenedProject,
  o: { readonly fetch: FetchAsset; decode(bytes: Blob): Promise<Picture>; readonly whenFree?: WhenFree },
): TimelineMedia<Picture> {
  const { assets, probe } = project
  const { whenFree } = o
  const listeners = new Set<() => void>()
  const onChange = () => {
    for (const listener of listeners) listener()
  }
  const data = openLoadQueue({ atOnce: 4, waiting: 24, onChange, whenFree })
  // The server makes one sheet at a time for an account.
  const pictures = openLoadQueue({ atOnce: 2, waiting: 12, onChange, whenFree })
  const peaks = assets.peaks === null ? undefined : openPeakCache({ path: assets.peaks, fetch: o.fetch, queue: data })
  const overview = assets.filmstrip
  const filmstrip =
    probe === null || overview === null
      ? undefined
      : openFilmstripCache({ id: project.id, ...probe, overview }, { ...o, queue: pictures })
  const pauses = peaks && pausesIn(peaks)
  let part: TimeSpan = { t0: 0, t1: 0 }
  let shots: readonly number[] | undefined

  return {
    sound() {
      if (probe !== null && probe.audio === null) return 'none'
      if (peaks === undefined) return 'preparing'
      return peaks.pyramid() === null ? 'none' : 'ready'
    },
    picture: () => (filmstrip === undefined ? 'preparing' : 'ready'),
    peaksFor(span, msPerPx) {
      part = span
      return peaks?.find(span, (span.t1 - span.t0) / msPerPx)
    },
    tileAt: (timeMs, msPerTile) => filmstrip?.find(timeMs, msPerTile),
    shots() {
      const path = assets.shots
      if (shots === undefined && path !== null)
        data.request('shots', async (signal) => {
          const response = await fetchAsset(o.fetch, path, { signal })
          const found: Shots | undefined = await response?.json()
          shots = found?.timesMs ?? NONE
        })
      return shots ?? NONE
    },
    quietSpans: () => pauses?.(part) ?? NONE,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      listeners.clear()
      data.close()
      pictures.close()
      filmstrip?.close()
    },
  }
}

/** Finds pauses, once for each slice of peaks. */
function pausesIn(peaks: PeakCache): (part: TimeSpan) => readonly TimeSpan[] {
  const found = new WeakMap<PeakSlice, readonly TimeSpan[]>()
  let threshold: number | undefined
  return (part) => {
    const levels = peaks.pyramid()?.levels
    const fine = levels?.find(({ rate }) => rate === PAUSE_RATE)
    const coarse = levels?.at(-1)
    if (fine === undefined || coarse === undefined || part.t1 - part.t0 > LONGEST_WITH_PAUSES_MS) return NONE
    const whole = threshold === undefined ? peaks.readLevel(coarse, { t0: 0, t1: Infinity }) : undefined
    if (whole !== undefined) threshold = quietThreshold(whole)
    const slice = peaks.readLevel(fine, part)
    if (threshold === undefined || slice === undefined) return NONE
    const spans = found.get(slice) ?? findQuietSpans(slice, { threshold })
    found.set(slice, spans)
    return spans
  }
}
