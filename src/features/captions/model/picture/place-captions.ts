import { mergePatches } from '#features/templates/model/index.ts'
import { hull, type Rect } from '#platform/shared/rect.ts'
import type { Command } from '../commands/table.ts'
import { withPlace } from '../parts/cue-parts.ts'
import { type CaptionDocument, cuesOf, MAIN_STYLE, withCues } from '../document.ts'
import type { Place } from '../document/place.ts'
import { cueIndex } from '../timing/spans.ts'
import { type FreePlace, freePlaceOf } from './free-place.ts'
import type { PictureSize, PlacedCaption, Point } from './placed-caption.ts'
import type { SafeZone } from './safe-zone.ts'
import { coveredAreas } from './safe-zones.ts'

/** What a person moves: one caption, or all that have no place of their own. */
export type PlaceScope = 'all' | 'one'

/** A point on the picture as fractions of its size, rounded to a hundredth of a percent. */
export function fractionsOf(
  { x, y }: Point,
  { width, height }: PictureSize,
): { readonly x: number; readonly y: number } {
  return { x: round(x / width), y: round(y / height) }
}

/** A share rounded to a hundredth of a percent, between the bounds. */
export function roundShare(share: number, least = 0, most = 1): number {
  return Math.min(most, Math.max(least, round(share)))
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000
}

/** The place of a cue; undefined if it stands where all captions stand. */
export function cuePlace(doc: CaptionDocument, cueId: string): Place | undefined {
  return cuesOf(doc)[cueIndex(doc, cueId)]?.place
}

/** The document with a cue at a place, as `setPlace` leaves it; unchanged without the cue. */
export function withCuePlace(doc: CaptionDocument, cueId: string, place: Place | null): CaptionDocument {
  const at = cueIndex(doc, cueId)
  const cue = cuesOf(doc)[at]
  return cue === undefined ? doc : withCues(doc, cuesOf(doc).with(at, withPlace(cue, place)))
}

/** The most captions that are moved one by one; more are moved together. */
const MOST_SINGLE = 200

/**
 * The commands that move captions to their nearest free places. If most captions without a place of their own run into
 * the zone, all of them move together; others move alone.
 * @param covered the captions, or parts of them, that run into the zone
 * @param all all captions that are laid out
 */
export function freeCaptions(
  doc: CaptionDocument,
  { covered, all, zone, frame }: FreeCaptions,
): { readonly commands: Command[]; readonly stuck: number } {
  const areas = coveredAreas(zone, frame)
  const followers = all.filter(({ cueId }) => cuePlace(doc, cueId) === undefined)
  const inWay = covered.filter(({ cueId }) => cuePlace(doc, cueId) === undefined)
  const together = inWay.length > followers.length / 2 || inWay.length > MOST_SINGLE
  const [first] = followers
  const moved =
    together && first !== undefined
      ? freePlaceOf({ box: hull(followers.map(({ box }) => box)), anchor: first.anchor }, areas, frame)
      : undefined
  const rest = moved === undefined ? covered : covered.filter((caption) => !inWay.includes(caption))
  const single = rest.slice(0, MOST_SINGLE).flatMap((caption) => freeOne(doc, caption, areas, frame) ?? [])
  const style = first === undefined || moved === undefined ? [] : [moveAll(doc, first, moved, frame)]
  return { commands: [...style, ...single], stuck: rest.length - single.length }
}

/**
 * The command that moves one caption to its nearest free place.
 * @param parts the parts of the caption that run into the zone; they move together
 * @returns undefined when no place is free
 */
export function freeCaption(
  doc: CaptionDocument,
  {
    parts,
    zone,
    frame,
  }: { readonly parts: readonly PlacedCaption[]; readonly zone: SafeZone; readonly frame: PictureSize },
): Command | undefined {
  const [first] = parts
  return first && freeOne(doc, { ...first, box: hull(parts.map(({ box }) => box)) }, coveredAreas(zone, frame), frame)
}

type FreeCaptions = {
  readonly covered: readonly PlacedCaption[]
  readonly all: readonly PlacedCaption[]
  readonly zone: SafeZone
  readonly frame: PictureSize
}

function moveAll(doc: CaptionDocument, { anchor }: PlacedCaption, to: FreePlace, frame: PictureSize): Command {
  const layout = placeAt(anchor, to, frame)
  return { type: 'setStyle', styleId: MAIN_STYLE, patch: mergePatches(doc.styles[MAIN_STYLE] ?? {}, { layout }) }
}

function freeOne(
  doc: CaptionDocument,
  caption: PlacedCaption,
  areas: readonly Rect[],
  frame: PictureSize,
): Command | undefined {
  const { cueId, anchor } = caption
  const to = freePlaceOf(caption, areas, frame)
  return to && { type: 'setPlace', cueId, place: { ...cuePlace(doc, cueId), ...placeAt(anchor, to, frame) } }
}

function placeAt(anchor: Point, { by, width }: FreePlace, frame: PictureSize): Place {
  const point = fractionsOf({ x: anchor.x + by.x, y: anchor.y + by.y }, frame)
  return { ...point, ...(width !== undefined && { width: roundShare(width / frame.width, 0.2) }) }
}
