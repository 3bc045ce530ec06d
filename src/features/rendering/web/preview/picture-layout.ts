import type { PictureLayout, PlacedCaption, PlacedLetters } from '#features/captions/model/index.ts'
import { type EmphasisTag, type Lettering, type Look, styledTags, tagLook } from '#features/templates/model/index.ts'
import { captionBox, type Scene, type ScenePage } from '../../model/index.ts'

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
  const placed = {
    cueId,
    box: captionBox(page),
    anchor,
    em,
    maxWidth,
    fromMs,
    toMs,
    letterings: letteringsOf(page),
  }
  placedCaptions.set(page, placed)
  return placed
}

/** Words with a style of their own apart from the others. */
function letteringsOf({ look, accent, words }: ScenePage): PlacedCaption['letterings'] {
  const plain = words.filter(({ own }) => own === undefined)
  const ownLooks = new Set(words.flatMap(({ own }) => own?.look ?? []))
  const styled = [...ownLooks].map((own) => {
    const ofStyle = words.filter((word) => word.own?.look === own)
    return placedLetters(ofStyle, { look: own, accent, ownFields: ofStyle[0]?.own?.fields ?? [] })
  })
  return plain.length === 0 ? styled : [placedLetters(plain, { look, accent }), ...styled]
}

function placedLetters(words: ScenePage['words'], { look, ...lettering }: Lettering): PlacedLetters {
  // Only tags of words that are shown count.
  const isShown = (tag: EmphasisTag) => words.some(({ emphasis }) => emphasis === tagLook(look.emphasis, tag))
  const hidden = styledTags(look.emphasis).filter((tag) => !isShown(tag))
  return { letters: words.map(({ ink }) => ink), lettering: { ...lettering, look: withoutTags(look, hidden) } }
}

const looksWithoutTags = new WeakMap<Look, Map<string, Look>>()

/** A look without the colours of these tags; the same object for the same ones, so that captions share it. */
function withoutTags(look: Look, tags: readonly EmphasisTag[]): Look {
  if (tags.length === 0) return look
  const known = looksWithoutTags.get(look) ?? new Map<string, Look>()
  looksWithoutTags.set(look, known)
  const key = tags.join(' ')
  const without = tags.map((tag) => (tag === 'keyword' ? ['color', null] : [tag, null]))
  const shown = known.get(key) ?? { ...look, emphasis: { ...look.emphasis, ...Object.fromEntries(without) } }
  known.set(key, shown)
  return shown
}
