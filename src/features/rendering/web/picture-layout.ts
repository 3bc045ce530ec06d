import type { PictureLayout, PlacedCaption } from '#features/captions/model/index.ts'
import { type EmphasisTag, styledTags, tagLook } from '#features/templates/model/index.ts'
import { captionBox, type Scene, type ScenePage } from '../model/index.ts'

/** Where the captions of a scene stand, for editing on the picture. */
export function pictureLayoutOf(scene: Scene): PictureLayout {
  return {
    frame: scene.frame,
    count: scene.captions.length,
    captionAt(tMs) {
      const page = scene.pageAt(tMs)
      return page && placedCaption(page, scene.captions[scene.captionAt(tMs)]?.cueId)
    },
    partsOf: (at) => scene.pagesOf(at).flatMap((page) => placedCaption(page, scene.captions[at]?.cueId) ?? []),
  }
}

/** Kept with the page, which is the same object until its caption changes. */
const placedCaptions = new WeakMap<ScenePage, PlacedCaption>()

function placedCaption(page: ScenePage, cueId: string | undefined): PlacedCaption | undefined {
  if (cueId === undefined || page.words.length === 0) return undefined
  const known = placedCaptions.get(page)
  if (known?.cueId === cueId) return known
  const { anchor, em, maxWidth, fromMs, toMs } = page
  const letters = page.words.map(({ ink }) => ink)
  const placed = {
    cueId,
    box: captionBox(page),
    anchor,
    em,
    maxWidth,
    fromMs,
    toMs,
    letters,
    lettering: letteringOf(page),
  }
  placedCaptions.set(page, placed)
  return placed
}

function letteringOf({ look, accent, words }: ScenePage): PlacedCaption['lettering'] {
  // Only tags of words that are shown count.
  const isShown = (tag: EmphasisTag) => words.some(({ emphasis }) => emphasis === tagLook(look.emphasis, tag))
  const hidden = styledTags(look.emphasis).filter((tag) => !isShown(tag))
  const without = hidden.map((tag) => (tag === 'keyword' ? ['color', null] : [tag, null]))
  return { look: { ...look, emphasis: { ...look.emphasis, ...Object.fromEntries(without) } }, accent }
}
