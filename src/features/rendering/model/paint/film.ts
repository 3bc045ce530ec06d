import { evenRect, hull, intersection, type Rect, union } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import { changedRect, coverOf } from './change.ts'
import { draw, type View } from './draw.ts'
import { drawLogo, type PlacedLogo } from './logo.ts'
import type { OverlayBar, DocumentOverlays } from '../document-overlays.ts'
import type { Frame, Scene } from '../layout/scene.ts'
import { frameTimeMs, type SceneState, stateAt } from './state.ts'

/** What an {@link DocumentOverlays} draws, laid out. */
export type FilmOverlays = Pick<DocumentOverlays, 'durMs' | 'bar'> & {
  readonly title: Scene | null
  /** Null without one, and while its picture is missing. */
  readonly logo: PlacedLogo | null
  readonly closing: { readonly text: Scene | null; readonly fromMs: number; readonly background: string | null } | null
}

/** Captions and everything else over one video, as a pure function of time. */
export type Film = { readonly captions: Scene; readonly overlays: FilmOverlays | null }

/** All that is on screen at one moment; equal states draw equal pixels. */
export type FilmState = {
  /** The texts on screen, from the lowest layer; null for a text that is not shown now. */
  readonly texts: readonly (SceneState | null)[]
  /** The colour that covers the frame; null for none. */
  readonly card: string | null
  /** The bar and its width, in whole pixels; null without one. */
  readonly bar: { readonly look: OverlayBar; readonly widthPx: number } | null
  /** The logo, while it is shown. */
  readonly logo: PlacedLogo | null
}

/** An empty screen. */
export const NOTHING_SHOWN: FilmState = { texts: [], card: null, bar: null, logo: null }

/** The texts of a film, from the lowest layer; a layer without a text is null. */
function scenesOf({ captions, overlays }: Film): readonly (Scene | null)[] {
  return [captions, overlays?.title ?? null, overlays?.closing?.text ?? null]
}

/** The bounds of everything a film draws, on even pixels; null for nothing. Lays out every caption. */
export function filmRegion(film: Film): Rect | null {
  const { overlays, captions } = film
  const texts = scenesOf(film).reduce<Rect | null>((sum, scene) => union(sum, scene?.region ?? null), null)
  if (overlays === null) return texts
  const drawn = union(texts, overlays.logo?.rect ?? null)
  if ((overlays.closing?.background ?? null) !== null) return wholeOf(captions.frame)
  return overlays.bar === null ? drawn : union(drawn, barRect(captions.frame, overlays.bar))
}

/** What is on screen at `tMs` ms of media time. */
export function filmStateAt(film: Film, tMs: number): FilmState {
  const { captions, overlays } = film
  if (overlays === null) return { texts: [stateAt(captions, tMs)], card: null, bar: null, logo: null }
  const { title, closing, bar, logo, durMs } = overlays
  const isClosing = closing !== null && tMs >= closing.fromMs
  const unlessClosing = (scene: Scene | null) => (scene === null || isClosing ? null : stateAt(scene, tMs))
  return {
    texts: [
      unlessClosing(captions),
      unlessClosing(title),
      isClosing && closing.text ? stateAt(closing.text, tMs) : null,
    ],
    card: isClosing ? closing.background : null,
    bar: bar && { look: bar, widthPx: barWidth(captions.frame, durMs === 0 ? 1 : tMs / durMs) },
    logo: logo !== null && tMs >= logo.fromMs && tMs < logo.toMs ? logo : null,
  }
}

/**
 * The rectangle, on even pixels, that contains every difference between two moments; null when there is none. Never cuts
 * a text of another layer, since engines smooth clipped shapes differently.
 */
export function changedFilmRect({ captions: { frame } }: Film, before: FilmState, after: FilmState): Rect | null {
  if (before.card !== after.card) return wholeOf(frame)
  const texts = after.texts.reduce<Rect | null>(
    (sum, state, at) => union(sum, changedRect({ frame }, before.texts[at] ?? null, state)),
    null,
  )
  const changed = [barChange(frame, before.bar, after.bar), logoChange(before.logo, after.logo)].reduce(union, texts)
  return changed && withCutTexts(changed, { before, after, frame })
}

/** Redraws the canvas inside `rect` and leaves the rest untouched. */
export function redrawFilm(context: PainterContext, film: Film, state: FilmState, view: View, rect: Rect): void {
  const scaled = [
    (rect.x0 - view.x) * view.scale,
    (rect.y0 - view.y) * view.scale,
    (rect.x1 - rect.x0) * view.scale,
    (rect.y1 - rect.y0) * view.scale,
  ] as const
  context.save()
  context.beginPath()
  context.rect(...scaled)
  context.clip()
  context.clearRect(...scaled)
  drawFilm(context, film, state, view, rect)
  context.restore()
}

/** Draws one moment over what the canvas holds; `clip` as for `draw`. */
export function drawFilm(context: PainterContext, film: Film, state: FilmState, view: View, clip?: Rect): void {
  const { frame } = film.captions
  if (state.card !== null) fillRect(context, wholeOf(frame), state.card, view)
  if (state.logo !== null) drawLogo(context, state.logo, view)
  for (const [at, scene] of scenesOf(film).entries()) {
    const text = state.texts[at] ?? null
    if (scene !== null && text !== null) draw(context, scene, text, view, clip)
  }
  if (state.bar === null) return
  const { look, widthPx } = state.bar
  const track = barRect(frame, look)
  if (look.background !== undefined) fillRect(context, { ...track, x0: widthPx }, look.background, view)
  fillRect(context, { ...track, x1: widthPx }, look.color, view)
}

/** A frame of a film that differs from the previous one. */
export type FilmChange = { readonly frame: number; readonly state: FilmState; readonly rect: Rect }

/** The frames from `first` to before `end` that differ from the previous one; the screen is empty before `first`. */
export function* filmChanges(
  film: Film,
  fps: { readonly n: number; readonly d: number },
  first: number,
  end: number,
): Generator<FilmChange> {
  const region = filmRegion(film)
  let before = NOTHING_SHOWN
  for (let frame = first; frame < end; frame += 1) {
    const state = filmStateAt(film, frameTimeMs(frame, fps))
    const changed = changedFilmRect(film, before, state)
    const rect = changed && region && intersection(changed, region)
    before = state
    if (rect !== null) yield { frame, state, rect }
  }
}

function barWidth({ width }: Frame, share: number): number {
  // Steps of two pixels: an even rectangle holds them, and slow bars change in fewer frames.
  return Math.min(width, Math.max(0, 2 * Math.round((width * share) / 2)))
}

function barRect({ width, height }: Frame, { edge, height: share }: OverlayBar): Rect {
  const thickness = Math.max(2, 2 * Math.round((height * share) / 2))
  return edge === 'top'
    ? { x0: 0, y0: 0, x1: width, y1: thickness }
    : { x0: 0, y0: height - thickness, x1: width, y1: height }
}

function barChange(frame: Frame, before: FilmState['bar'], after: FilmState['bar']): Rect | null {
  if (before === null || after === null || before.look !== after.look)
    return union(before && barRect(frame, before.look), after && barRect(frame, after.look))
  const [from, to] = [before.widthPx, after.widthPx]
  return from === to ? null : { ...barRect(frame, after.look), x0: Math.min(from, to), x1: Math.max(from, to) }
}

function logoChange(before: PlacedLogo | null, after: PlacedLogo | null): Rect | null {
  return before === after ? null : union(before?.rect ?? null, after?.rect ?? null)
}

type Moments = { readonly before: FilmState; readonly after: FilmState; readonly frame: Frame }

function withCutTexts(rect: Rect, { before, after, frame }: Moments): Rect {
  const shown = [...before.texts, ...after.texts]
  // The painter of one text already knows what a clip must not cut.
  if (shown.filter((state) => state !== null).length <= 1 && after.bar === null && before.logo === after.logo)
    return rect
  const covers = shown.flatMap((state) => coverOf(state) ?? [])
  const cut = covers
    .flatMap((cover) => intersection(evenRect(cover), wholeOf(frame)) ?? [])
    .find((cover) => intersection(rect, cover) !== null && !holds(rect, cover))
  return cut === undefined ? rect : withCutTexts(hull([rect, cut]), { before, after, frame })
}

function holds(outer: Rect, inner: Rect): boolean {
  return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1
}

function wholeOf({ width, height }: Frame): Rect {
  return { x0: 0, y0: 0, x1: width, y1: height }
}

function fillRect(context: PainterContext, rect: Rect, color: string, view: View): void {
  context.save()
  context.scale(view.scale, view.scale)
  context.translate(-view.x, -view.y)
  context.fillStyle = color
  context.beginPath()
  context.rect(rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
  context.fill()
  context.restore()
}
