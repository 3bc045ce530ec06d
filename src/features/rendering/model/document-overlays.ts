import { type CaptionDocument, directionOf, overlayPatches, type Overlays } from '#features/captions/model/index.ts'
import type { Template } from '#features/templates/model/index.ts'
import type { CaptionTrack, CaptionWord } from './caption.ts'
import { type DocumentLogo, logoIn } from './paint/logo.ts'

/** A text over the video, drawn like one caption. */
export type OverlayText = { readonly track: CaptionTrack; readonly template: Template }

/** A bar along an edge that grows as the video plays. */
export type OverlayBar = NonNullable<Overlays['progress']>

/** Everything that a document shows besides its captions, as plain data. */
export type DocumentOverlays = {
  /** Duration of the video, ms. */
  readonly durMs: number
  readonly title: OverlayText | null
  /** The last part of the video, from `fromMs`; captions and title are not drawn on it. */
  readonly closing: {
    readonly text: OverlayText | null
    readonly fromMs: number
    /** Covers the frame; null shows the video behind the text. */
    readonly background: string | null
  } | null
  readonly bar: OverlayBar | null
  readonly logo: DocumentLogo | null
}

/**
 * The title, closing card, progress bar and logo of a document; undefined without any. Parts keep their identity across edits
 * that do not change them.
 * @param template the look of the captions, which overlays without one of their own share
 */
export function overlaysOf(document: CaptionDocument, template: Template): DocumentOverlays | undefined {
  const { overlays = {}, media } = document
  const { title = null, closing = null, progress = null, logo = null } = overlays
  if (title === null && closing === null && progress === null && logo === null) return undefined
  const fromMs = Math.max(0, media.durMs - (closing?.durationMs ?? 0))
  return {
    durMs: media.durMs,
    title: title && textOf(document, { name: 'title', overlay: title, template, fromMs: title.t0, toMs: title.t1 }),
    closing: closing && {
      // The last picture may be shown a little after the stated end.
      text: textOf(document, { name: 'closing', overlay: closing, template, fromMs, toMs: media.durMs + AFTER_END_MS }),
      fromMs,
      background: closing.background ?? null,
    },
    bar: progress,
    logo: logo && logoIn(logo),
  }
}

const AFTER_END_MS = 60_000

type Title = NonNullable<Overlays['title']>
type ClosingCard = NonNullable<Overlays['closing']>

type TextInput = {
  readonly name: 'title' | 'closing'
  readonly overlay: Title | ClosingCard
  readonly template: Template
  readonly fromMs: number
  readonly toMs: number
}

const lastTexts = new WeakMap<
  Title | ClosingCard,
  { readonly inputs: readonly unknown[]; readonly text: OverlayText }
>()

function textOf(document: CaptionDocument, input: TextInput): OverlayText | null {
  const { name, overlay, fromMs, toMs } = input
  if (overlay.text.trim() === '') return null
  const { lang: language } = document.tracks[0]
  const direction = directionOf(document)
  const inputs = [input.template, document.styles, fromMs, toMs, language, direction]
  const known = lastTexts.get(overlay)
  if (known !== undefined && inputs.every((each, at) => each === known.inputs[at])) return known.text
  const { template, patches } = overlayPatches(document, name, input.template)
  const caption = {
    fromMs,
    toMs,
    words: wordsOf(overlay.text, toMs),
    patches,
    ...(overlay.place !== undefined && { place: overlay.place }),
  }
  const text = { template, track: { language, direction, captions: [caption] } }
  lastTexts.set(overlay, { inputs, text })
  return text
}

/** Words that are spoken after the text has left, so that all look alike. */
function wordsOf(text: string, toMs: number): CaptionWord[] {
  return text.split('\n').flatMap((line, row) =>
    line
      .split(/\s+/u)
      .filter((word) => word !== '')
      .map((word, at) => ({
        text: word,
        t0: toMs,
        t1: toMs,
        tags: [],
        joined: false,
        breakBefore: row > 0 && at === 0,
      })),
  )
}
