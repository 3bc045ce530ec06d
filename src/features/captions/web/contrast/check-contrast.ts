import type { TimelineMedia } from '#features/media/web/index.ts'
import { type Backdrop, type MeasuredLettering, READABLE, worstContrast } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { IdleTime } from '#platform/web/idle.ts'
import type { PictureLayout, PlacedCaption, PlacedLetters } from '../../model/index.ts'
import { areasBehind, momentsOf } from '../../model/picture/backdrop.ts'
import type { BackdropReader } from './backdrop-reader.ts'

/** The contrast of one caption with the picture behind it. */
export type CaptionContrast = {
  /** The lowest, 1 to 21. */
  readonly ratio: number
  /** What was measured, to find out what would be better. */
  readonly measured: readonly MeasuredLettering[]
}

/** The captions measured so far; while some are measured again, as they were before. */
export type ContrastCheck = {
  readonly byCue: ReadonlyMap<string, CaptionContrast>
  readonly isComplete: boolean
  /** Whether captions far from the playhead are measured too. */
  readonly isWhole: boolean
}

/** The contrast of a caption if it is too low; else null. */
export function lowContrastOf(check: ContrastCheck | null, cueId: string): number | null {
  const ratio = check?.byCue.get(cueId)?.ratio
  return ratio !== undefined && ratio < READABLE ? ratio : null
}

/** What was measured before; shared by all checks of a video. */
export type KnownContrasts = {
  /** Colours by area and moment. */
  readonly colors: Map<string, Backdrop>
  /** The sizes of the pictures that they are from: the same for nearly all pictures of a video. */
  readonly pictures: PictureSize[]
  /** Captions by their first part. A part is another object once it changes. */
  readonly captions: WeakMap<
    PlacedCaption,
    { readonly parts: readonly PlacedCaption[]; readonly contrast: CaptionContrast }
  >
}

/** The size of a picture of the filmstrip, and the time that it stands for, ms. */
type PictureSize = { readonly width: number; readonly height: number; readonly spanMs: number }

/** What a check needs. */
export type ContrastSources = {
  readonly layout: PictureLayout
  readonly media: Pick<TimelineMedia, 'tileAt' | 'onChange'>
  readonly reader: Pick<BackdropReader, 'read'>
  readonly known: KnownContrasts
  /** What the last check found of captions that still exist. */
  readonly before: ReadonlyMap<string, CaptionContrast>
  /** The captions to measure, by index, in their order. */
  readonly order: readonly number[]
  /** Captions, by index, that keep their earlier contrast if they did not change. */
  readonly kept: readonly number[]
  /** Resolves when the page has time. */
  idle(): Promise<IdleTime>
  onChecked(check: ContrastCheck): void
}

/** Time between the pictures of a sheet of the filmstrip, ms. */
const TILE_MS = 1_000
/** The server makes pictures for a minute at a time, or not. */
const MINUTE_MS = 60_000
/** Areas whose colours are kept: 20,000 take about 5 MB. */
const MOST_KNOWN = 20_000
/** The fewest new captions between two reports. */
const REPORT_EVERY = 8
/** Captions on one side that are measured before those on the other. */
const SLICE = 100
/** The least rest of an idle period in which another caption is measured, ms. */
const LEAST_REST_MS = 1

/** How often captions are tried whose pictures the server could not make in time. */
const ROUNDS = 2

/** Measures captions while the page is idle. Those that are not measured yet stay as they were before. */
export async function checkContrast(o: ContrastSources, signal: AbortSignal): Promise<void> {
  const byCue = new Map<string, CaptionContrast>()
  const shown = new Map(o.before)
  const isWhole = o.order.length === o.layout.count
  let left = o.order
  for (let round = 0; round < ROUNDS && left.length > 0 && !signal.aborted; round += 1)
    left = await checkCaptions(left, { ...o, byCue, shown, isWhole, withoutPictures: new Set() }, signal)
  await addKnownContrast(byCue, o, signal)
  if (!signal.aborted) o.onChecked({ byCue, isComplete: true, isWhole })
}

type ContrastRun = ContrastSources & {
  readonly isWhole: boolean
  readonly byCue: Map<string, CaptionContrast>
  /** What is shown until the check is complete. */
  readonly shown: Map<string, CaptionContrast>
  /** The minutes that have no pictures yet. */
  readonly withoutPictures: Set<number>
}

/** Adds the earlier contrast of captions that are not measured now and did not change. */
async function addKnownContrast(
  byCue: Map<string, CaptionContrast>,
  { kept, layout, known, idle }: ContrastSources,
  signal: AbortSignal,
): Promise<void> {
  let time: IdleTime = { timeRemaining: () => 0 }
  for (const at of kept) {
    if (time.timeRemaining() < LEAST_REST_MS) time = await idle()
    if (signal.aborted) return
    const parts = layout.partsOf(at)
    const contrast = knownContrast(parts, known)
    if (parts[0] !== undefined && contrast !== undefined) byCue.set(parts[0].cueId, contrast)
  }
}

/** Measures captions in this order. @returns those without pictures */
async function checkCaptions(order: readonly number[], o: ContrastRun, signal: AbortSignal): Promise<number[]> {
  const { byCue, shown, isWhole, onChecked } = o
  const left: number[] = []
  let isNews = false
  let nextReport = byCue.size + 1
  let time: IdleTime = { timeRemaining: () => 0 }
  for (const at of order) {
    if (time.timeRemaining() < LEAST_REST_MS) time = await o.idle()
    if (signal.aborted) return []
    const parts = o.layout.partsOf(at)
    const [part] = parts
    if (part === undefined) continue
    const contrast = knownContrast(parts, o.known) ?? (await measure(parts, o, signal))
    if (signal.aborted) return []
    if (contrast === undefined) {
      left.push(at)
      continue
    }
    // After an edit most captions are as they were: nothing is reported of them.
    isNews ||= shown.get(part.cueId)?.ratio !== contrast.ratio
    byCue.set(part.cueId, contrast)
    shown.set(part.cueId, contrast)
    if (!isNews || byCue.size < nextReport) continue
    onChecked({ byCue: new Map(shown), isComplete: false, isWhole })
    isNews = false
    // Each report copies all: of a long video there are few.
    nextReport = byCue.size + Math.max(REPORT_EVERY, Math.round(byCue.size / 4))
  }
  return left
}

function knownContrast(parts: readonly PlacedCaption[], { captions }: KnownContrasts): CaptionContrast | undefined {
  const known = parts[0] && captions.get(parts[0])
  const isSame = known?.parts.length === parts.length && known.parts.every((part, at) => part === parts[at])
  return isSame ? known.contrast : undefined
}

/** All indexes from `first` on: a slice after it, one before it, and further outwards. */
export function outwardsFrom(first: number, count: number): number[] {
  const slices = Math.ceil(count / SLICE)
  return Array.from({ length: slices }, (_, turn) => {
    const [after, before] = [first + turn * SLICE, first - turn * SLICE]
    return [...indexes(after, after + SLICE, count), ...indexes(before - SLICE, before, count)]
  }).flat()
}

function indexes(from: number, to: number, count: number): number[] {
  const start = Math.max(0, from)
  return Array.from({ length: Math.max(0, Math.min(to, count) - start) }, (_, at) => start + at)
}

/** The contrast of a caption, as far as there are pictures of it; undefined without any. */
async function measure(
  parts: readonly PlacedCaption[],
  o: ContrastRun,
  signal: AbortSignal,
): Promise<CaptionContrast | undefined> {
  const measured: MeasuredLettering[] = []
  let isWhole = true
  for (const part of parts)
    for (const letters of part.letterings) {
      const backdrop: number[] = []
      for (const tMs of momentsOf(part, TILE_MS)) {
        const colors = await backdropAt(tMs, { ...part, ...letters }, o, signal)
        if (colors === undefined) isWhole = false
        else backdrop.push(...colors)
      }
      if (backdrop.length > 0) measured.push({ ...letters.lettering, backdrop })
    }
  if (measured.length === 0) return undefined
  const contrast = { ratio: Math.min(...measured.map((each) => worstContrast(each, each.backdrop))), measured }
  const [first] = parts
  if (isWhole && first !== undefined) o.known.captions.set(first, { parts, contrast })
  return contrast
}

/** The colours behind letters at a moment; undefined without a picture of it. A picture is loaded only for new areas. */
async function backdropAt(
  tMs: number,
  letters: Letters,
  { layout, media, reader, known, withoutPictures }: ContrastRun,
  signal: AbortSignal,
): Promise<Backdrop | undefined> {
  for (const size of known.pictures) {
    const colors = known.colors.get(keyOf(tMs, size, areasBehind(letters, layout.frame, size)))
    if (colors !== undefined) return colors
  }
  const minute = Math.floor(tMs / MINUTE_MS)
  const tile = withoutPictures.has(minute) ? undefined : await fineTile(tMs, media, signal)
  if (tile === undefined) {
    withoutPictures.add(minute)
    return undefined
  }
  const areas = areasBehind(letters, layout.frame, tile)
  const colors = await reader.read(tile, areas)
  if (colors === undefined) return undefined
  if (known.colors.size >= MOST_KNOWN) known.colors.clear()
  known.colors.set(keyOf(tMs, tile, areas), colors)
  const { width, height, spanMs } = tile
  if (!known.pictures.some((size) => size.width === width && size.height === height && size.spanMs === spanMs))
    known.pictures.push({ width, height, spanMs })
  return colors
}

type Letters = Pick<PlacedLetters, 'letters'> & Pick<PlacedCaption, 'em'>

function keyOf(tMs: number, { width, height, spanMs }: PictureSize, areas: readonly Rect[]): string {
  const places = areas.map(({ x0, y0, x1, y1 }) => `${x0},${y0},${x1},${y1}`)
  return `${width}x${height} ${spanMs} ${Math.floor(tMs / spanMs)} ${places.join(' ')}`
}

/** Changes of the pictures to wait for, until a caption is left out. */
const PATIENCE = 12

/** The picture at a time, once it is loaded; undefined if there is none, but maybe one far away. */
async function fineTile(tMs: number, media: ContrastSources['media'], signal: AbortSignal) {
  for (let turn = 0; turn < PATIENCE && !signal.aborted; turn += 1) {
    const tile = media.tileAt(tMs, TILE_MS)
    if (tile !== undefined && tile.spanMs <= 2 * TILE_MS) return tile
    await nextChange(media, signal)
  }
  return undefined
}

/** Longest wait for a picture that another request makes, ms. */
const LONGEST_WAIT_MS = 3_000

async function nextChange(media: ContrastSources['media'], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = media.onChange(resolve)
  const timer = setTimeout(resolve, LONGEST_WAIT_MS)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  stop()
}
