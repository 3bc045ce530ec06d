import {
  activeReach,
  boxReach,
  entranceReach,
  lettersReach,
  type Look,
  restPose,
} from '#features/templates/model/index.ts'
import { wholeBox } from './decoration.ts'
import { reachOfDecor } from '../decor/decor-motions.ts'
import type { PlacedWord } from './layout.ts'
import { inkOfRuns, type LetterRun, reachOfLetters } from './letter-runs.ts'
import { grow, hull, type Rect, union } from '#platform/shared/rect.ts'
import type { ScenePage } from './scene-page.ts'
import { boundsAt, isUpright, type Stance, sweptBounds, unturned } from './stance.ts'

/** The bounds of a word in this pose, with its stroke and shadow and its own box, which does not move. */
export function markOf(
  page: Pick<ScenePage, 'decoration'>,
  word: PlacedWord,
  pose: Stance & { readonly letters?: readonly LetterRun[] | null },
): Rect {
  const { outset } = (word.style ?? page).decoration
  // A canvas neither scales nor turns shadows with the letters; doing both here only makes the bounds larger.
  const most = Math.max(pose.scale, 1)
  const ink = boundsAt(inkOfRuns(word, pose.letters ?? null), pose, { x: word.centerX, y: word.centerY })
  const beside = unturned(pose, Math.max(outset.left, outset.top, outset.right, outset.bottom))
  const marked = {
    x0: ink.x0 - outset.left * most - beside,
    y0: ink.y0 - outset.top * most - beside,
    x1: ink.x1 + outset.right * most + beside,
    y1: ink.y1 + outset.bottom * most + beside,
  }
  const box = word.style?.box
  return box ? hull([marked, box.bounds]) : marked
}

/** The centre that a page scales about. */
export function centerOf(page: Pick<ScenePage, 'lines'>): { readonly x: number; readonly y: number } {
  const { lines } = page
  const x0 = Math.min(...lines.map((line) => line.x0))
  const x1 = Math.max(...lines.map((line) => line.x1))
  return { x: (x0 + x1) / 2, y: ((lines[0]?.y0 ?? 0) + (lines.at(-1)?.y1 ?? 0)) / 2 }
}

/** The bounds of a page's ink after the page's own movement. */
export function placed(page: Pick<ScenePage, 'lines' | 'decoration' | 'words'>, rect: Rect, stance: Stance): Rect {
  const moved = boundsAt(rect, stance, centerOf(page))
  // Between pixels, engines smooth the straight edges of boxes over one more.
  if (isUpright(stance)) return Number.isInteger(stance.x) && Number.isInteger(stance.shift) ? moved : grow(moved, 1)
  const shrunk = Math.max(0, 1 - stance.scale)
  const most = farthest(page)
  return grow(moved, 1 + shrunk * most + unturned(stance, most))
}

/** Shadows keep their size when the letters shrink. */
function farthest({ decoration, words }: Pick<ScenePage, 'decoration' | 'words'>): number {
  const outsets = [decoration, ...words.flatMap(({ style }) => style?.decoration ?? [])].map(({ outset }) => outset)
  return Math.max(...outsets.flatMap(({ left, top, right, bottom }) => [left, top, right, bottom]))
}

/** The rotation and lean at rest, either way. */
function atRest({ transform }: Look, part: 'caption' | 'word'): Pick<Stance, 'tilt' | 'skew'> {
  const { tilt, skew } = restPose(transform, part, 0)
  return { tilt: Math.abs(tilt), skew: Math.abs(skew) }
}

/** The bounds of a page in all of its states. */
export function reachOf(page: Omit<ScenePage, 'reach'>): Rect {
  const { look, em, decoration } = page
  const active = activeReach(look.animation)
  const word = entranceReach(look.animation, 'word', em)
  const caption = entranceReach(look.animation, 'caption', em)
  const [captionRest, wordRest] = [atRest(look, 'caption'), atRest(look, 'word')]
  const tagged = (Math.max(0, ...page.words.map(({ emphasis }) => Math.abs(emphasis?.tilt ?? 0))) * Math.PI) / 180
  const turned = { tilt: active.tilt + word.tilt + wordRest.tilt + tagged, skew: word.skew + wordRest.skew }
  const largest = { scale: active.scale * word.scale, x: 0, shift: 0, tilt: 0, skew: 0 }
  const letters = lettersReach(look.animation, em)
  const marks = page.words.map((placedWord) => {
    const { centerX: x, centerY: y } = placedWord
    const ink = reachOfLetters(placedWord, letters)
    return sweptBounds(markOf(page, { ...placedWord, ink }, largest), turned, { x, y })
  })
  const boxes = boxReach(look.box, decoration.boxPlaces).map((box) => wholeBox(decoration, box))
  const decor = page.decor.map((each) => reachOfDecor(each, { ...largest, ...turned }))
  const carets = letters.hasCaret ? page.lines.map((line) => grow(line, 0.6 * em + decoration.strokeWidth)) : []
  const all = [...marks, ...carets, ...boxes, ...decor].reduce<Rect | null>(union, null) ?? {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
  }
  const moved = {
    x0: all.x0 - word.left,
    y0: all.y0 - word.above,
    x1: all.x1 + word.right,
    y1: all.y1 + word.below,
  }
  const scaled = placed(page, moved, { ...largest, scale: caption.scale })
  const whole = sweptBounds(
    scaled,
    { tilt: caption.tilt + captionRest.tilt, skew: caption.skew + captionRest.skew },
    centerOf(page),
  )
  const { left, above, right, below } = caption
  const edge = decoration.boxPlaces.length > 0 && left + above + right + below > 0 ? 1 : 0
  return {
    x0: whole.x0 - left - edge,
    y0: whole.y0 - above - edge,
    x1: whole.x1 + right + edge,
    y1: whole.y1 + below + edge,
  }
}
