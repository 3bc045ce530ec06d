import {
  type CaptionDocument,
  directionOf,
  MAIN_STYLE,
  type MediaFacts,
  shownText,
  shownWords,
  type TimedCue,
  timedCuesOf,
} from '#features/captions/model/index.ts'
import { orderPatches } from '#features/templates/model/index.ts'
import { changedRange } from '#platform/shared/changed-range.ts'
import type { Caption, CaptionTrack, CaptionWord } from './caption.ts'
import { inheritPatches } from './caption-patches.ts'
import { inheritCharacters, shareCharacters } from './fonts/characters.ts'
import { decorOf } from './decor/decor.ts'

/** The captions of one version of a document. */
type Known = {
  readonly cues: readonly TimedCue[]
  readonly styles: CaptionDocument['styles']
  readonly speakers: CaptionDocument['speakers']
  readonly captions: readonly Caption[]
}

/** Keyed by the video's media object, which all versions of a document share. */
const lastKnown = new WeakMap<MediaFacts, Known>()

/**
 * The captions of a document's main track. The list and its items keep their identity across edits that do not change
 * them; a caption's words keep theirs even when its style changes.
 * @param o.nearMs a style is being tried: only the captions around this time get it, all others keep the last style that
 * was not. Default: all captions have the style of the document
 */
export function trackOf(document: CaptionDocument, { nearMs }: { nearMs?: number | undefined } = {}): CaptionTrack {
  return {
    language: document.tracks[0].lang,
    direction: directionOf(document),
    captions: (nearMs === undefined ? undefined : restyledNear(document, nearMs)) ?? captionsOf(document),
  }
}

function captionsOf(document: CaptionDocument): readonly Caption[] {
  const { media, styles, speakers } = document
  const cues = timedCuesOf(document)
  const known = lastKnown.get(media)
  const hasSameStyles = known?.styles === styles && known.speakers === speakers
  if (hasSameStyles && known.cues === cues) return known.captions
  const patchesOf = patchesBy(document)
  const captions = hasSameStyles ? edited(known, cues, patchesOf) : cues.map((cue) => captionOf(cue, patchesOf))
  if (known?.cues === cues) shareCharacters(known.captions, captions)
  else if (known !== undefined) inheritCharacters(known.captions, captions, changedRange(known.cues, cues))
  lastKnown.set(media, { cues, styles, speakers, captions })
  return captions
}

/** The captions after an edit in the same styles: those before and after it stay. */
function edited(known: Known, cues: readonly TimedCue[], patchesOf: PatchesBy): readonly Caption[] {
  const { start, endBefore, endAfter } = changedRange(known.cues, cues)
  return [
    ...known.captions.slice(0, start),
    ...cues.slice(start, endAfter).map((cue) => captionOf(cue, patchesOf)),
    ...known.captions.slice(endBefore),
  ]
}

/** Captions on each side of a time that get a tried style: a minute or more. */
const NEAR = 16

/** The last captions, restyled around a time; undefined if more than styles has changed since. */
function restyledNear(document: CaptionDocument, tMs: number): readonly Caption[] | undefined {
  const known = lastKnown.get(document.media)
  if (known === undefined || known.cues !== timedCuesOf(document) || known.speakers !== document.speakers)
    return undefined
  const patchesOf = patchesBy(document)
  const at = indexAt(known.captions, tMs)
  const from = Math.max(0, at - NEAR)
  const restyled = known.cues.slice(from, at + NEAR + 1).map((cue) => captionOf(cue, patchesOf))
  const captions = [...known.captions]
  for (const [place, caption] of restyled.entries()) captions[from + place] = caption
  shareCharacters(known.captions, captions)
  inheritPatches(known.captions, captions, restyled)
  return captions
}

/** The index of the last caption that has begun, or 0. */
function indexAt(captions: readonly Caption[], tMs: number): number {
  let [low, high] = [0, captions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((captions[middle]?.fromMs ?? 0) <= tMs) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

const lastCaption = new WeakMap<TimedCue, Caption>()

function captionOf(timed: TimedCue, patchesOf: PatchesBy): Caption {
  const { styleId } = timed.cue
  const patches = patchesOf({ cue: styleId, speaker: soleSpeakerOf(timed) })
  const known = lastCaption.get(timed)
  if (known !== undefined && styledWordsOf(timed).length === 0) {
    const caption = known.patches === patches ? known : { ...known, patches }
    lastCaption.set(timed, caption)
    return caption
  }
  const styled = styledWordsOf(timed).map(({ at, ...names }) => [at, patchesOf({ cue: styleId, ...names })] as const)
  const own = styled.filter(([, each]) => each !== patches)
  const wordPatches = [...new Set(own.map(([, each]) => each))]
  if (known?.patches === patches && isSameList(known.wordPatches ?? [], wordPatches)) return known
  const words = withOwn(
    known?.words ?? plainWordsOf(timed),
    new Map(own.map(([at, each]) => [at, wordPatches.indexOf(each)])),
  )
  const { id: cueId, place } = timed.cue
  const caption = {
    cueId,
    fromMs: timed.t0,
    toMs: timed.t1,
    words,
    patches,
    ...(place !== undefined && { place }),
    ...(words.some(({ decor }) => decor !== undefined) && { hasDecor: true as const }),
    ...(wordPatches.length > 0 && { wordPatches }),
  }
  lastCaption.set(timed, caption)
  return caption
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}

/** The words with their indexes in `wordPatches`; the same list if none changes. */
function withOwn(words: readonly CaptionWord[], indexes: ReadonlyMap<number, number>): readonly CaptionWord[] {
  if (words.every((word, at) => word.own === indexes.get(at))) return words
  return words.map((word, at) => {
    const { own: _, ...plain } = word
    const own = indexes.get(at)
    return own === undefined ? plain : { ...plain, own }
  })
}

const lastWords = new WeakMap<TimedCue, readonly CaptionWord[]>()

/** The shown words of a caption, without styles. The break before a hidden word moves to the next shown one. */
function plainWordsOf(timed: TimedCue): readonly CaptionWord[] {
  const known = lastWords.get(timed)
  if (known !== undefined) return known
  // Automatic lines fit the look's width, and a width set by hand breaks them again.
  const isFlowing = timed.cue.place?.width !== undefined && timed.cue.locked !== true
  const breaks = new Set(isFlowing ? [] : timed.cue.breaks)
  let breakBefore = false
  const words = timed.words.flatMap((word): CaptionWord[] => {
    breakBefore ||= breaks.has(word.id)
    if (word.hidden) return []
    const isBar = word.censored?.text === 'bar'
    const decor = decorOf(word)
    const shown = {
      text: isBar ? word.text : shownText(word),
      t0: word.t0,
      t1: word.t1,
      tags: word.tags,
      joined: word.join === 'none',
      breakBefore,
      ...(isBar && { bar: true as const }),
      ...(decor.length > 0 && { decor }),
    }
    breakBefore = false
    return [shown]
  })
  const [first, ...rest] = words
  const fitting = first?.breakBefore ? [{ ...first, breakBefore: false }, ...rest] : words
  lastWords.set(timed, fitting)
  return fitting
}

/** A shown word with a style or speaker; `at` is its index among the shown words. */
type StyledWord = { readonly at: number; readonly word: string | undefined; readonly speaker: string | undefined }
const lastStyled = new WeakMap<TimedCue, readonly StyledWord[]>()

function styledWordsOf(timed: TimedCue): readonly StyledWord[] {
  const known = lastStyled.get(timed)
  if (known !== undefined) return known
  const styled = shownWords(timed.words).flatMap(({ styleId, speaker }, at) =>
    styleId === undefined && speaker === undefined ? [] : [{ at, word: styleId, speaker }],
  )
  lastStyled.set(timed, styled)
  return styled
}

/** The speaker of all shown words: a caption stands in their lane. Undefined if it has several, or none. */
function soleSpeakerOf(timed: TimedCue): string | undefined {
  const styled = styledWordsOf(timed)
  const speaker = styled[0]?.speaker
  if (speaker === undefined || styled.length < shownWords(timed.words).length) return undefined
  return styled.every((word) => word.speaker === speaker) ? speaker : undefined
}

type Patch = NonNullable<Caption['patches'][number]>

/** The styles of a caption and of one of its words, and the speaker of that word. */
type StyleNames = {
  readonly cue: string | undefined
  readonly word?: string | undefined
  readonly speaker?: string | undefined
}
type PatchesBy = (names: StyleNames) => Caption['patches']

/** Finds the patches of a caption, or of one of its words, by the ids of their styles. */
function patchesBy({ styles, speakers = [] }: CaptionDocument): PatchesBy {
  const found = new Map<string, Caption['patches']>()
  const bySpeaker = new Map(speakers.map(({ id, styleId }) => [id, styleId]))
  const patchOf = (styleId: string | undefined) => (styleId === undefined ? undefined : styles[styleId])
  return ({ cue, word, speaker }) => {
    const key = `${cue ?? ''} ${word ?? ''} ${speaker ?? ''}`
    const known = found.get(key)
    if (known !== undefined) return known
    const patches = sharedList(
      orderPatches({
        document: styles[MAIN_STYLE],
        speaker: patchOf(speaker === undefined ? undefined : bySpeaker.get(speaker)),
        caption: patchOf(cue),
        word: wordPatchOf(patchOf(word)),
      }),
    )
    found.set(key, patches)
    return patches
  }
}

const lastWordPatch = new WeakMap<Patch, Patch>()

/** The patch of a word. Its own colour overrides the colour of keywords, which comes from the layers below. */
function wordPatchOf(patch: Patch | undefined): Patch | undefined {
  if (patch?.fill?.upcoming === undefined || patch.emphasis?.color !== undefined) return patch
  const known = lastWordPatch.get(patch) ?? { ...patch, emphasis: { ...patch.emphasis, color: null } }
  lastWordPatch.set(patch, known)
  return known
}

/** Lists of patches that start alike, so that captions and words of the same styles share one list. */
type Lists = { readonly list: Caption['patches']; readonly longer: WeakMap<Patch, Lists> }
const lists: Lists = { list: [], longer: new WeakMap() }

/** The one list of these patches. */
function sharedList(patches: Caption['patches']): Caption['patches'] {
  let known = lists
  for (const [at, patch] of patches.entries()) {
    const next = known.longer.get(patch) ?? { list: patches.slice(0, at + 1), longer: new WeakMap() }
    known.longer.set(patch, next)
    known = next
  }
  return known.list
}
