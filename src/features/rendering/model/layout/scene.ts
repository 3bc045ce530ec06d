import {
  isAlternating,
  type Look,
  type LookPatch,
  restPose,
  styledTags,
  type Template,
} from '#features/templates/model/index.ts'
import { evenRect, intersection, type Rect, union } from '#platform/shared/rect.ts'
import type { MeasuringContext } from '../canvas.ts'
import { blurOfLook } from './blur.ts'
import { captionBox, shiftInside, shiftLayout } from './caption-box.ts'
import { type Caption, type CaptionPage, type CaptionTrack, type CaptionWord, pagesOf } from '../caption.ts'
import { patchesIn } from '../caption-patches.ts'
import { facesOf } from '../fonts/characters.ts'
import { placeDecor } from './decor-places.ts'
import { decorationOf } from './decoration.ts'
import { pictureKey } from '../decor/decor.ts'
import type { DecorPictures } from '../decor/decor-picture.ts'
import type { FontFace } from '../fonts/fonts.ts'
import { drawnLook, type OwnFontFile, tagFont } from '../fonts/own-fonts.ts'
import { createLayoutCache, type LayoutCache, lookOf } from './layout-cache.ts'
import { type Layout, layOut } from './layout.ts'
import { centerOf, reachOf } from './reach.ts'
import type { ScenePage } from './scene-page.ts'
import { boundsAt } from './stance.ts'
import type { OwnLook } from './word-appearance.ts'
import { withWordStyles } from './word-style.ts'

/** A size in pixels, both even. */
export type Frame = { readonly width: number; readonly height: number }

/** Captions for one frame size, as a pure function of time. Each caption is laid out on first use. */
export type Scene = {
  readonly frame: Frame
  readonly language: string
  /** All pages in order. Lays out every caption. */
  readonly pages: readonly ScenePage[]
  /**
   * The bounds of all captions, on even pixels; null when there are no words. Lays out every caption.
   */
  readonly region: Rect | null
  /** The strongest blur of the picture behind the boxes of these captions: its standard deviation, px; 0 for none. */
  readonly blur: number
  /** The captions in order. */
  readonly captions: readonly Caption[]
  /** The index of the caption on screen at `tMs`; -1 while the screen is empty. */
  captionAt(tMs: number): number
  /** The pages of one caption, by its index; none outside the list. */
  pagesOf(at: number): readonly ScenePage[]
  /** The page on screen at `tMs` ms of media time; undefined while the screen is empty. */
  pageAt(tMs: number): ScenePage | undefined
  /** Lays out the captions one by one, those around `tMs` first; each step lays out one. */
  layOutFrom(tMs: number): Generator<void>
}

/** The inputs of a scene. */
export type SceneInput = {
  readonly track: CaptionTrack
  readonly template: Template
  readonly frame: Frame
  /** Draws the variant with reduced motion. */
  readonly reducedMotion?: boolean
  /** A context of the drawing engine, with the fonts of `fontsOf` loaded. */
  readonly context: MeasuringContext
  /** Pictures of `emojiOf` and `assetsOf`; boxes are drawn for missing emoji, nothing for other ones. Default: none. */
  readonly pictures?: DecorPictures
  /** The own fonts that captions may name; others are missing. Default: none. */
  readonly ownFonts?: readonly OwnFontFile[]
  /** Layouts of earlier scenes of the same captions. Default: none. */
  readonly layouts?: LayoutCache
}

/**
 * Creates the scene of some captions. Word positions are decided only here.
 * Load the fonts that `fontsOf` returns first: a missing font changes every width.
 */
export function sceneOf(input: SceneInput): Scene {
  return new LazyScene(input)
}

/** The font files to load before creating a scene of these captions. */
export function fontsOf(
  track: CaptionTrack,
  template: Template,
  ownFonts: readonly OwnFontFile[] = NO_FONTS,
): readonly FontFace[] {
  const looks = new Set(
    [...patchesIn(track.captions)].map((each) => drawnLook(lookOf(template, each), template, ownFonts)),
  )
  const faces = [...looks].flatMap((look) => [
    ...facesOf(track, look.font, ownFonts),
    ...styledTags(look.emphasis).flatMap((tag) => facesOf(track, tagFont(look, tag), ownFonts)),
  ])
  return [...new Map(faces.map((face) => [face.family, face])).values()]
}

const NO_FONTS: readonly OwnFontFile[] = []

class LazyScene implements Scene {
  readonly frame: Frame
  readonly language: string
  readonly #input: SceneInput
  readonly #layouts: LayoutCache
  /** By caption index. */
  readonly #laidOut = new Map<number, readonly ScenePage[]>()
  #pages: readonly ScenePage[] | undefined
  #region: Rect | null | undefined
  #blur: number | undefined

  constructor(input: SceneInput) {
    this.frame = input.frame
    this.language = input.track.language
    this.#input = input
    this.#layouts = input.layouts ?? createLayoutCache()
  }

  get pages(): readonly ScenePage[] {
    this.#pages ??= this.captions.flatMap((_, at) => this.pagesOf(at))
    return this.#pages
  }

  get region(): Rect | null {
    if (this.#region === undefined) this.#region = regionOf(this.pages, this.frame)
    return this.#region
  }

  get blur(): number {
    const { track, template, frame } = this.#input
    this.#blur ??= [...new Set(track.captions.map(({ patches }) => patches))].reduce(
      (most, patches) => Math.max(most, blurOfLook(lookOf(template, patches), frame)),
      0,
    )
    return this.#blur
  }

  pageAt(tMs: number): ScenePage | undefined {
    return this.pagesOf(this.captionAt(tMs)).find((page) => tMs >= page.fromMs && tMs < page.toMs)
  }

  captionAt(tMs: number): number {
    const at = lastBegunAt(this.captions, tMs)
    return tMs < (this.captions[at]?.toMs ?? 0) ? at : -1
  }

  *layOutFrom(tMs: number): Generator<void> {
    const start = Math.max(0, lastBegunAt(this.captions, tMs))
    // Captions that play next are needed before those already played.
    for (let at = start; at < this.captions.length; at += 1) yield void this.pagesOf(at)
    for (let at = start - 1; at >= 0; at -= 1) yield void this.pagesOf(at)
  }

  get captions(): readonly Caption[] {
    return this.#input.track.captions
  }

  pagesOf(at: number): readonly ScenePage[] {
    const pages = this.#laidOut.get(at) ?? this.#layOut(at)
    this.#laidOut.set(at, pages)
    return pages
  }

  #layOut(at: number): readonly ScenePage[] {
    const caption = this.captions[at]
    if (caption === undefined || caption.words.length === 0) return []
    const { track, frame, reducedMotion = false, context, pictures = NO_PICTURES } = this.#input
    const { look, faces, tagFaces } = this.#lookOf(caption.patches)
    const accent = accentOf(look, at)
    const turn = isAlternating(look.animation) || look.transform?.alternate ? at : 0
    const before = this.captions[at - 1]
    const isFresh = before === undefined || before.words.length === 0 || caption.fromMs > before.toMs
    const after = this.captions[at + 1]
    const leaves = after === undefined || after.words.length === 0 || after.fromMs > caption.toMs
    const span = [caption.fromMs, caption.toMs, frame.width, frame.height]
    const ownLooks = this.#ownLooks(caption)
    const ownInputs = ownLooks.flatMap((each) => [each.look, each.faces, ...Object.values(each.tagFaces)])
    const inputs = [
      ...span,
      caption.place,
      look,
      accent,
      faces,
      isFresh,
      leaves,
      track.language,
      track.direction,
      turn,
      context,
      ...Object.values(tagFaces),
      ...ownInputs,
      ...picturesOf(caption, pictures),
    ]
    const ownLookOf = ({ own }: CaptionWord) => (own === undefined ? undefined : ownLooks[own])
    return this.#layouts.pagesOf(caption.words, inputs, () =>
      pagesOf(caption, look.layout.maxWords, isFresh, leaves).map((page) =>
        scenePage(
          { page, look, accent, turn, frame, pictures, isCalm: reducedMotion },
          layOut({ page, look, frame, faces, tagFaces, context, ownLookOf, ...track }),
        ),
      ),
    )
  }

  /** The looks of words with a style of their own, in the order of `wordPatches`. */
  #ownLooks({ patches, wordPatches = [] }: Caption): readonly OwnLook[] {
    return wordPatches.map((own) => {
      const added = own.filter((patch) => !patches.includes(patch))
      return { ...this.#lookOf(own), fields: [...new Set(added.flatMap(fieldsOf))] }
    })
  }

  #lookOf(patches: Caption['patches']): Omit<OwnLook, 'fields'> {
    const { track, template, reducedMotion = false, ownFonts = NO_FONTS } = this.#input
    const look = drawnLook(lookOf(template, patches, { reducedMotion }), template, ownFonts)
    const tagged = styledTags(look.emphasis).map((tag) => [tag, facesOf(track, tagFont(look, tag), ownFonts)])
    return { look, faces: facesOf(track, look.font, ownFonts), tagFaces: Object.fromEntries(tagged) }
  }
}

/** The fields that a patch sets, also to null. */
function fieldsOf(patch: LookPatch): string[] {
  return Object.entries(patch).flatMap(([field, value]) => (value === undefined ? [] : [field]))
}

/** The index of the last caption that begins at or before `tMs`; -1 before the first. */
function lastBegunAt(captions: readonly Caption[], tMs: number): number {
  let low = 0
  let high = captions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((captions[middle]?.fromMs ?? Number.POSITIVE_INFINITY) <= tMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

const NO_PICTURES: DecorPictures = new Map()

/** The pictures of a caption's words: it is laid out again when one is loaded. */
function picturesOf({ hasDecor, words }: Caption, pictures: DecorPictures): unknown[] {
  if (!hasDecor) return []
  return words.flatMap(({ decor = [] }) => decor.map((item) => pictures.get(pictureKey(item))))
}

/** Accent colours alternate from caption to caption. */
function accentOf({ accents, fill }: Look, turn: number): string {
  return accents[turn % Math.max(accents.length, 1)] ?? fill.active
}

type PageInput = {
  readonly page: CaptionPage
  readonly look: Look
  readonly accent: string
  /** Number of the caption, for looks that alternate; else 0. */
  readonly turn: number
  readonly frame: Frame
  readonly pictures: DecorPictures
  readonly isCalm: boolean
}

function scenePage(input: PageInput, layout: Layout): ScenePage {
  const { page, look, accent, turn, frame } = input
  const dressed = dressedLayout(layout)
  if (!isPlaced(input)) return pageOf(dressed)
  const standing = boundsAt(captionBox(dressed), restPose(look.transform, 'caption', turn), centerOf(layout))
  const shift = shiftInside(standing, frame)
  return pageOf(shift.x === 0 && shift.y === 0 ? dressed : dressedLayout(shiftLayout(layout, shift)))

  /** A layout with its outlines, shadows and boxes. */
  function dressedLayout(placed: Layout) {
    const decoration = decorationOf(look, placed)
    return { ...placed, words: withWordStyles(placed.words, { look, accent, decoration }), decoration }
  }

  function pageOf(placed: ReturnType<typeof dressedLayout>): ScenePage {
    const { fromMs, toMs, fresh, leaves } = page
    const decor = placeDecor({ ...input, layout: placed, box: captionBox(placed) })
    const laidOut = { ...placed, fromMs, toMs, fresh, leaves, turn, look, decor, accent }
    return { ...laidOut, reach: reachOf(laidOut) }
  }
}

/** Whether somebody placed the caption; the places of templates always fit. */
function isPlaced({ page: { place }, look }: PageInput): boolean {
  return place !== undefined || look.layout.x !== undefined
}

function regionOf(pages: readonly ScenePage[], frame: Frame): Rect | null {
  const reach = pages.reduce<Rect | null>((sum, page) => union(sum, page.reach), null)
  return reach && intersection(evenRect(reach), { x0: 0, y0: 0, x1: frame.width, y1: frame.height })
}
