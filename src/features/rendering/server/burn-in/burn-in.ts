import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CensoredSpan } from '#features/captions/model/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { readSourcePicture } from '#features/media/server/index.ts'
import type { Template } from '#features/templates/model/index.ts'
import type { MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import type { CaptionTrack, DocumentOverlays, LogoFile, OwnFontFile, RenderQuality } from '../../model/index.ts'
import { censorSound } from './censor-sound.ts'
import { encodePart, encodeWhole, muxSound, timescaleOf } from './encode.ts'
import { type ExportLimit, type ExportFormat, chooseExportFormat } from '../exports/export-format.ts'
import { joinParts } from './fragments.ts'
import { holdOwnFonts } from '../hold-own-fonts.ts'
import { framesIn, type Manifest, readManifest, recordPart, writeManifest } from './manifest.ts'
import { type Painter, type PainterThread, startPainterThread } from '../painter/painter.ts'

/** One video, its captions, and where the result goes. */
export type BurnInOrder = {
  readonly media: MediaRunner
  readonly sourcePath: string
  readonly probe: Probe
  readonly track: CaptionTrack
  readonly template: Template
  /** Title, closing card, progress bar and logo; default none. */
  readonly overlays?: DocumentOverlays | undefined
  /** The own fonts that captions name, as local files; default none. */
  readonly ownFonts?: readonly OwnFontFile[]
  /** The logo of `overlays` and the pictures on words, as local files; a missing one is left out. Default: none. */
  readonly logos?: readonly LogoFile[] | undefined
  /** Parts of the sound to mute or to replace by a beep; default none. */
  readonly censored?: readonly CensoredSpan[]
  readonly quality: RenderQuality
  readonly limit: ExportLimit
  /** Private to this export; survives restarts, so that finished parts are not encoded again. */
  readonly workDir: string
  readonly signal: AbortSignal
  /** Called once at the start, then about twice a second. */
  onProgress(done: { readonly frames: number; readonly total: number }): void
  /** Interval between recordings of the synced fragments, ms; default 5,000. */
  readonly recordIntervalMs?: number
  /** Exports longer than this many ms can be resumed; default 60,000. */
  readonly resumableFromMs?: number
}

const RECORD_INTERVAL_MS = 5_000
/** Shorter exports are quicker to repeat than to resume. */
const RESUMABLE_FROM_MS = 60_000
const RESULT = 'result.mp4'

/**
 * Draws the captions into the video.
 *
 * A short export is one pass. A longer one is written in groups of pictures: a restart with the same order resumes
 * after the last group that is synced to disk.
 * @returns the finished file, inside `workDir`
 */
export async function burnIn(order: BurnInOrder): Promise<string> {
  const releaseFonts = await holdOwnFonts(order.ownFonts ?? [])
  const thread = startPainterThread()
  try {
    await mkdir(order.workDir, { recursive: true, mode: 0o700 })
    const { media, sourcePath: path, signal, probe } = order
    const picture = probe.picture ?? (await readSourcePicture(media, { path, signal }))
    const format = chooseExportFormat(probe, picture, order.limit)
    order.onProgress({ frames: 0, total: format.frames })
    if (probe.durationMs <= (order.resumableFromMs ?? RESUMABLE_FROM_MS)) {
      const painter = await startPainting(order, format, thread, 0)
      const soundPath = await censorSound({ ...order, spans: order.censored ?? [] })
      await encodeWhole({ ...passOf(order, format, painter, 0), soundPath, name: RESULT })
    } else {
      await finish(order, format, await encodeResumably(order, format, thread))
    }
    return join(order.workDir, RESULT)
  } finally {
    await thread.stop()
    releaseFonts()
  }
}

async function encodeResumably(order: BurnInOrder, format: ExportFormat, thread: PainterThread): Promise<Manifest> {
  const recipe = recipeOf(order, format)
  const before = (await readManifest(order.workDir, recipe)) ?? (await resetManifest(order.workDir, recipe))
  if (before.complete) return before
  const first = framesIn(before)
  let manifest = await writeManifest(order.workDir, { ...before, starts: before.starts + 1 })
  // Never reuse a name: an encoder that is still dying could write to it.
  const part = { name: `part-${manifest.starts}.mp4`, first }
  const painter = await startPainting(order, format, thread, first)
  const over = new AbortController()
  const recording = recordPeriodically(order, over.signal, async () => {
    manifest = await recordPart(order.workDir, manifest, part)
  })
  try {
    await encodePart({ ...passOf(order, format, painter, first), name: part.name, first })
  } finally {
    over.abort()
    await recording
  }
  manifest = await recordPart(order.workDir, manifest, part)
  return writeManifest(order.workDir, { ...manifest, complete: true })
}

async function recordPeriodically(
  { recordIntervalMs = RECORD_INTERVAL_MS }: BurnInOrder,
  over: AbortSignal,
  record: () => Promise<void>,
): Promise<void> {
  while (!over.aborted) {
    await sleep(recordIntervalMs, undefined, { signal: over }).catch(ignoreAbort)
    if (!over.aborted) await record().catch(ignoreMissing)
  }
}

/** Joins the parts and adds the sound. */
async function finish(order: BurnInOrder, format: ExportFormat, manifest: Manifest): Promise<void> {
  const { ticks } = timescaleOf(format)
  const parts = manifest.parts.map((part) => ({
    ...part,
    path: join(order.workDir, part.name),
    startTicks: part.first * ticks,
  }))
  const [only] = parts
  const videoPath = only !== undefined && parts.length === 1 ? only.path : join(order.workDir, 'joined.mp4')
  if (parts.length > 1) await joinParts(parts, videoPath)
  const soundPath = await censorSound({ ...order, spans: order.censored ?? [] })
  await muxSound({ ...order, soundPath, format, outputDir: order.workDir, name: RESULT, videoPath })
}

function startPainting(
  { track, template, overlays, ownFonts, logos }: BurnInOrder,
  format: ExportFormat,
  thread: PainterThread,
  first: number,
): Promise<Painter> {
  const { frame, fps, matrix, frames } = format
  return thread.begin({ track, template, overlays, ownFonts, logos, frame, fps, matrix, first, end: frames })
}

function passOf(order: BurnInOrder, format: ExportFormat, painter: Painter, first: number) {
  const { media, quality, sourcePath, workDir, signal } = order
  const onFrame = (frames: number) =>
    order.onProgress({ frames: Math.min(first + frames, format.frames), total: format.frames })
  return { media, format, quality, sourcePath, soundPath: null, outputDir: workDir, painter, signal, onFrame }
}

async function resetManifest(workDir: string, recipe: string): Promise<Manifest> {
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  return writeManifest(workDir, { parts: [], complete: false, starts: 0, recipe })
}

/** Hashes everything the pictures depend on. */
function recipeOf(
  { track, template, quality, overlays, ownFonts = [], logos = [] }: BurnInOrder,
  format: ExportFormat,
): string {
  // Files of the account: one may be missing when the export resumes.
  const files = [...ownFonts.map(({ family }) => family), ...logos.map(({ id }) => id)]
  return createHash('sha256')
    .update(JSON.stringify([track, template, quality, format, ...(overlays ? [overlays] : []), ...files]))
    .digest('hex')
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}

/** Ignores that the encoder has not opened its file yet. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
