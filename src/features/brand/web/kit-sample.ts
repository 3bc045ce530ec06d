import {
  applyCommands,
  type CaptionDocument,
  type Command,
  createDocument,
  overlayPatches,
  type OverlayTextName,
} from '#features/captions/model/index.ts'
import { applyPatches, type Look, newestTemplate } from '#features/templates/model/index.ts'
import { type BrandKit, kitStyleOf } from '../model/brand-kit.ts'

const WORDS = ['This', 'is', 'how', 'your', 'videos', 'look']
const WORD_MS = 400
const DURATION_MS = 120_000

/** A video that follows a kit, and what one of its texts looks like. */
export type KitSample = {
  readonly document: CaptionDocument
  /** A moment that shows the text, ms. */
  readonly tMs: number
  readonly look: Pick<Look, 'fill' | 'font' | 'layout'>
}

/** An upright video that follows a kit, with a title where the kit leaves its text to each video. */
export function kitSample(kit: BrandKit, name: OverlayTextName): KitSample {
  const version = kit.templateId === null ? null : newestTemplate(kit.templateId).version
  const fresh = createDocument({
    id: 'sample',
    media: { id: 'sample', durMs: DURATION_MS, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
    lang: 'en',
    provenance: { engine: 'sample', model: 'sample' },
    words: WORDS.map((text, at) => ({
      text,
      startMs: at * WORD_MS,
      endMs: (at + 1) * WORD_MS,
      confidence: 1,
      timing: 'asr' as const,
    })),
  })
  // The text of the kit comes first: a title in a video would keep its own.
  const isUntitled = kit.title !== null && kit.title.text === undefined
  const { doc: document } = applyCommands(fresh, [
    ...(isUntitled ? [SAMPLE_TITLE] : []),
    { type: 'setBrandKit', kit: { id: 'sample', revision: 1, style: kitStyleOf(kit, version) } },
  ])
  const { template, patches } = overlayPatches(document, name)
  // The middle of each: nothing moves in or out there.
  const lastsMs = kit[name]?.durationMs ?? 0
  const tMs = name === 'title' ? lastsMs / 2 : DURATION_MS - lastsMs / 2
  return { document, tMs, look: applyPatches(template, patches) }
}

const SAMPLE_TITLE: Command = {
  type: 'setOverlays',
  overlays: { title: { text: 'A title of\nthis video', t0: 0, t1: 1_000 } },
}
