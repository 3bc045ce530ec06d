import { applyPatches, type Look, type Template } from '#features/templates/model/index.ts'
import type { MeasuringContext } from './canvas.ts'
import { type CaptionPage, type CaptionTrack, pagesOf } from './caption.ts'
import { decorationOf } from './decoration.ts'
import { facesFor, type FontFace } from './fonts.ts'
import { type Layout, layOut } from './layout.ts'
import { evenRect, intersection, type Rect, union } from './rect.ts'
import { reachOf } from './reach.ts'
import type { ScenePage } from './scene-page.ts'

/** A size in pixels, both even. */
export type Frame = { readonly width: number; readonly height: number }

/** Captions, laid out once for one frame size: a pure function of time from here on. */
export type Scene = {
  readonly frame: Frame
  readonly language: string
  readonly pages: readonly ScenePage[]
  /** Part of the frame that any caption may ever cover, on even pixels; null when there are no words. */
  readonly region: Rect | null
}

/** What a scene is made of. */
export type SceneInput = {
  readonly track: CaptionTrack
  readonly template: Template
  readonly frame: Frame
  /** Draws the calm variant. */
  readonly reducedMotion?: boolean
  /** A context of the engine that will draw, with `fontsOf` loaded. */
  readonly context: MeasuringContext
}

/**
 * Lays all captions out. Where a word stands is decided here and nowhere else.
 * Load the fonts that `fontsOf` names first: a missing font changes every width.
 */
export function sceneOf({ track, template, frame, reducedMotion = false, context }: SceneInput): Scene {
  const facesByFont = new Map<string, readonly FontFace[]>()
  const text = textOf(track)
  const pages: ScenePage[] = []
  let end = -1
  for (const [turn, caption] of track.captions.entries()) {
    const look = applyPatches(template, caption.patches, { reducedMotion })
    const faces = remember(facesByFont, `${look.font.family} ${look.font.weight}`, () =>
      facesFor(text, look.font.family, look.font.weight),
    )
    for (const page of pagesOf(caption, look.layout.maxWords, turn, caption.fromMs > end)) {
      pages.push(scenePage(page, look, layOut({ page, look, frame, faces, context, ...track })))
    }
    end = caption.toMs
  }
  return { frame, language: track.language, pages, region: regionOf(pages, frame) }
}

/** The font files that have to be loaded before a scene of these captions is made. */
export function fontsOf(track: CaptionTrack, template: Template): readonly FontFace[] {
  const text = textOf(track)
  const looks = new Map(
    track.captions.map(({ patches }) => {
      const { family, weight } = applyPatches(template, patches).font
      return [`${family} ${weight}`, { family, weight }] as const
    }),
  )
  const faces = [...looks.values()].flatMap(({ family, weight }) => facesFor(text, family, weight))
  return [...new Map(faces.map((face) => [face.family, face])).values()]
}

function scenePage(page: CaptionPage, look: Look, layout: Layout): ScenePage {
  const { accents } = look
  const accent = accents[page.turn % Math.max(accents.length, 1)] ?? look.fill.active
  const decoration = decorationOf(look, layout)
  const laidOut = { ...layout, fromMs: page.fromMs, toMs: page.toMs, fresh: page.fresh, look, decoration, accent }
  return { ...laidOut, reach: reachOf(laidOut) }
}

/** Every character in every case it may be drawn in: a template may ask for capitals. */
function textOf(track: CaptionTrack): string {
  const text = track.captions.flatMap(({ words }) => words.map((word) => word.text)).join('')
  return [...new Set(text + text.toUpperCase() + text.toLowerCase())].join('')
}

function regionOf(pages: readonly ScenePage[], frame: Frame): Rect | null {
  const reach = pages.reduce<Rect | null>((sum, page) => union(sum, page.reach), null)
  return reach && intersection(evenRect(reach), { x0: 0, y0: 0, x1: frame.width, y1: frame.height })
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
