import {
  type CaptionDocument,
  directionOf,
  MAIN_STYLE,
  type MediaFacts,
  type TimedCue,
  timedCuesOf,
} from '#features/captions/model/index.ts'
import { orderPatches } from '#features/templates/model/index.ts'
import type { Caption, CaptionTrack, CaptionWord } from './caption.ts'
import { inheritCharacters } from './characters.ts'

/** The captions of one version of a document. */
type Known = {
  readonly cues: readonly TimedCue[]
  readonly styles: CaptionDocument['styles']
  readonly captions: readonly Caption[]
}

/** Keyed by the video's media object, which all versions of a document share. */
const lastKnown = new WeakMap<MediaFacts, Known>()

/**
 * The captions of a document's main track. The list and its items keep their identity across edits that do not change
 * them; a caption's words keep theirs even when its style changes.
 */
export function trackOf(document: CaptionDocument): CaptionTrack {
  return {
    language: document.tracks[0].lang,
    direction: directionOf(document),
    captions: captionsOf(document),
  }
}

function captionsOf(document: CaptionDocument): readonly Caption[] {
  const { media, styles } = document
  const cues = timedCuesOf(document)
  const known = lastKnown.get(media)
  if (known?.cues === cues && known.styles === styles) return known.captions
  const patchesOf = patchesBy(styles)
  const captions = cues.map((cue) => captionOf(cue, patchesOf(cue.cue.styleId)))
  if (known !== undefined) inheritCharacters(known.captions, captions)
  lastKnown.set(media, { cues, styles, captions })
  return captions
}

const lastCaption = new WeakMap<TimedCue, Caption>()

function captionOf(timed: TimedCue, patches: Caption['patches']): Caption {
  const known = lastCaption.get(timed)
  if (known?.patches === patches) return known
  const { id: cueId, place } = timed.cue
  const words = known?.words ?? wordsOf(timed)
  const caption = { cueId, fromMs: timed.t0, toMs: timed.t1, words, patches, ...(place !== undefined && { place }) }
  lastCaption.set(timed, caption)
  return caption
}

function wordsOf({ cue, words }: TimedCue): readonly CaptionWord[] {
  // Automatic lines fit the look's width, and a width set by hand breaks them again.
  const isFlowing = cue.place?.width !== undefined && cue.locked !== true
  const breaks = new Set(isFlowing ? [] : cue.breaks)
  return words.map((word) => ({
    text: word.text,
    t0: word.t0,
    t1: word.t1,
    tags: word.tags,
    joined: word.join === 'none',
    breakBefore: breaks.has(word.id),
  }))
}

type Patch = Caption['patches'][number]
const NO_PATCHES: Caption['patches'] = []
/** Lists of patches by their patches, so that captions of the same style share one list. */
const lastPatches = new WeakMap<Patch, Caption['patches']>()

/** Finds the patches of a caption by the id of its own style. */
function patchesBy(styles: CaptionDocument['styles']): (styleId: string | undefined) => Caption['patches'] {
  const found = new Map<string | undefined, Caption['patches']>()
  return (styleId) => {
    const patches =
      found.get(styleId) ??
      sharedList(
        orderPatches({ document: styles[MAIN_STYLE], caption: styleId === undefined ? undefined : styles[styleId] }),
      )
    found.set(styleId, patches)
    return patches
  }
}

/** The existing list of the same patches, if it is the last one that ends with them. */
function sharedList(patches: Caption['patches']): Caption['patches'] {
  const last = patches.at(-1)
  if (last === undefined) return NO_PATCHES
  const known = lastPatches.get(last)
  if (known?.length === patches.length && known.every((patch, at) => patch === patches[at])) return known
  lastPatches.set(last, patches)
  return patches
}
