import { activeReach, boxReach, entranceReach } from '#features/templates/model/index.ts'
import { reachOfDecor } from './decor-motions.ts'
import type { PlacedWord } from './layout.ts'
import { grow, hull, type Rect, scaleAbout, union } from '#platform/shared/rect.ts'
import type { ScenePage } from './scene-page.ts'

/** The pose of a word: scale about its centre, offset down in pixels, clockwise rotation in radians. */
type Stance = { readonly scale: number; readonly shift: number; readonly tilt: number }

/** The bounds of a word in this pose, with its stroke and shadow and its own box, which does not move. */
export function markOf(page: Pick<ScenePage, 'decoration'>, word: PlacedWord, pose: Stance): Rect {
  const { outset } = (word.style ?? page).decoration
  // A canvas does not scale shadows with the letters; scaling them here only makes the bounds larger.
  const most = Math.max(pose.scale, 1)
  const ink = scaleAbout(word.ink, pose.scale, word.centerX, word.centerY)
  const marked = {
    x0: ink.x0 - outset.left * most,
    y0: ink.y0 - outset.top * most + pose.shift,
    x1: ink.x1 + outset.right * most,
    y1: ink.y1 + outset.bottom * most + pose.shift,
  }
  const turned = pose.tilt === 0 ? marked : tilted(marked, pose.tilt)
  const box = word.style?.box
  return box ? hull([turned, box.rect]) : turned
}

/** The bounding box of a rectangle rotated about its centre; slightly larger for another pivot. */
function tilted(rect: Rect, radians: number): Rect {
  const turn = Math.abs(Math.sin(radians))
  const width = rect.x1 - rect.x0
  const height = rect.y1 - rect.y0
  return {
    x0: rect.x0 - turn * height,
    x1: rect.x1 + turn * height,
    y0: rect.y0 - turn * width,
    y1: rect.y1 + turn * width,
  }
}

/** The centre that a page scales about. */
export function centerOf(page: Pick<ScenePage, 'lines'>): { readonly x: number; readonly y: number } {
  const { lines } = page
  const x0 = Math.min(...lines.map((line) => line.x0))
  const x1 = Math.max(...lines.map((line) => line.x1))
  return { x: (x0 + x1) / 2, y: ((lines[0]?.y0 ?? 0) + (lines.at(-1)?.y1 ?? 0)) / 2 }
}

/** The bounds of a page's ink after the page's own scale and shift. */
export function placed(
  page: Pick<ScenePage, 'lines' | 'decoration' | 'words'>,
  rect: Rect,
  scale: number,
  shift: number,
): Rect {
  const { x, y } = centerOf(page)
  const moved = scale === 1 ? rect : grow(scaleAbout(rect, scale, x, y), 1 + Math.max(0, 1 - scale) * farthest(page))
  return { x0: moved.x0, y0: moved.y0 + shift, x1: moved.x1, y1: moved.y1 + shift }
}

/** Shadows keep their size when the letters shrink. */
function farthest({ decoration, words }: Pick<ScenePage, 'decoration' | 'words'>): number {
  const outsets = [decoration, ...words.flatMap(({ style }) => style?.decoration ?? [])].map(({ outset }) => outset)
  return Math.max(...outsets.flatMap(({ left, top, right, bottom }) => [left, top, right, bottom]))
}

/** The bounds of a page in all of its states. */
export function reachOf(page: Omit<ScenePage, 'reach'>): Rect {
  const { look, em, decoration } = page
  const active = activeReach(look.animation)
  const word = entranceReach(look.animation, 'word', em)
  const caption = entranceReach(look.animation, 'caption', em)
  const largest = { scale: active.scale * word.scale, shift: 0, tilt: active.tilt }
  const marks = page.words.map((placedWord) => markOf(page, placedWord, largest))
  const boxes = boxReach(look.box, decoration.boxPlaces)
  const decor = page.decor.map((each) => reachOfDecor(each, largest))
  const all = [...marks, ...boxes, ...decor].reduce<Rect | null>(union, null) ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
  const whole = placed(page, all, caption.scale, 0)
  return {
    ...whole,
    y0: whole.y0 - (caption.above + word.above),
    y1: whole.y1 + (caption.below + word.below),
  }
}
