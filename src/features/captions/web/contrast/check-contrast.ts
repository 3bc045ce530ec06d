import type { TimelineMedia } from '#features/media/web/index.ts'
import { type Backdrop, type MeasuredLettering, READABLE, worstContrast } from '#features/templates/model/index.ts'
import { type PictureLayout, type PlacedCaption } from '../../model/index.ts'
import { areasBehind, momentsOf } from '../../model/picture/backdrop.ts'
import type { BackdropReader } from './backdrop-reader.ts'

/** The contrast of one caption with the picture behind it. */
export type CaptionContrast = {
  /** The lowest, 1 to 21. */
  readonly ratio: number
  /** What was measured, to find out what would be better. */
  readonly measured: readonly MeasuredLettering[]
}

/** The captions measured so far. */
export type ContrastCheck = {
  readonly byCue: ReadonlyMap<string, CaptionContrast>
  readonly isComplete: boolean
}

/** The contrast of a caption if it is too low; else null. */
export function lowContrastOf(check: ContrastCheck | null, cueId: string): number | null {
  const ratio = check?.byCue.get(cueId)?.ratio
  return ratio !== undefined && ratio < READABLE ? ratio : null
}

/** What a check needs. */
export type ContrastSources = {
  readonly layout: PictureLayout
  readonly media: Pick<TimelineMedia, 'tileAt' | 'onChange'>
  readonly reader: Pick<BackdropReader, 'read'>
  /** The colours that were read before. */
  readonly known: Map<string, Backdrop>
  /** The caption to begin with. */
  readonly first: number
  /** Resolves when the page has time. */
  idle(): Promise<void>
  onChecked(check: ContrastCheck): void
}

/** Time between the pictures of a sheet of the filmstrip, ms. */
const TILE_MS = 1_000
/** Captions further from the first one are not checked, ms: the server makes a sheet for every minute. */
const REACH_MS = 600_000
/** Areas whose colours are kept: 20,000 take about 5 MB. */
const MOST_KNOWN = 20_000
/** Captions between two reports. */
const REPORT_EVERY = 8

/** Measures captions one after another, from the first one on, then those before it. */
export async function checkContrast(o: ContrastSources, signal: AbortSignal): Promise<void> {
  const { layout, first, onChecked } = o
  const byCue = new Map<string, CaptionContrast>()
  const startMs = layout.partsOf(first)[0]?.fromMs ?? 0
  for (let turn = 0; turn < layout.count; turn += 1) {
    await o.idle()
    if (signal.aborted) return
    const parts = layout.partsOf((first + turn) % layout.count)
    const [part] = parts
    if (part === undefined || Math.abs(part.fromMs - startMs) > REACH_MS) continue
    const measured = await measure(parts, o, signal)
    if (signal.aborted) return
    if (measured.length > 0) byCue.set(part.cueId, contrastOf(measured))
    if (turn % REPORT_EVERY === 0) onChecked({ byCue: new Map(byCue), isComplete: false })
  }
  onChecked({ byCue, isComplete: true })
}

function contrastOf(measured: readonly MeasuredLettering[]): CaptionContrast {
  return { ratio: Math.min(...measured.map((each) => worstContrast(each, each.backdrop))), measured }
}

/** The parts of a caption with the colours behind them, as far as there are pictures. */
async function measure(
  parts: readonly PlacedCaption[],
  o: ContrastSources,
  signal: AbortSignal,
): Promise<MeasuredLettering[]> {
  const measured: MeasuredLettering[] = []
  for (const part of parts) {
    const backdrop: number[] = []
    for (const tMs of momentsOf(part, TILE_MS)) backdrop.push(...(await backdropAt(tMs, part, o, signal)))
    if (backdrop.length > 0) measured.push({ ...part.lettering, backdrop })
  }
  return measured
}

async function backdropAt(
  tMs: number,
  part: PlacedCaption,
  { layout, media, reader, known }: ContrastSources,
  signal: AbortSignal,
): Promise<Backdrop> {
  const tile = await fineTile(tMs, media, signal)
  if (tile === undefined) return []
  const areas = areasBehind(part, layout.frame, tile)
  const key = `${Math.floor(tMs / tile.spanMs)} ${areas.map(({ x0, y0, x1, y1 }) => `${x0},${y0},${x1},${y1}`).join(' ')}`
  const colors = known.get(key) ?? (await reader.read(tile, areas))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, colors)
  return colors
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
