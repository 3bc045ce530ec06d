import { type LookPatch, mergePatches, withoutFields } from '#features/templates/model/index.ts'
import type { Command } from '../commands/table.ts'
import { type CaptionDocument, MAIN_STYLE } from '../document.ts'
import { templateOf } from '../document-template.ts'
import { MOST_PARTS } from '../document/limits.ts'
import type { Speaker } from '../document/parts.ts'
import { cueOfWord, wordIndex } from '../timing/spans.ts'

export type { Speaker } from '../document/parts.ts'

/**
 * Colours of speakers, in the order they are given: bright enough to be read over a video, and far from each other. The
 * yellow in which many templates show the spoken word comes last.
 */
export const SPEAKER_COLORS = ['#5ad1ff', '#ff8fb1', '#8df08a', '#c9a6ff', '#ffa64d', '#4de3c8', '#ff7a6b', '#ffd84d']

/** A speaker that the document does not have yet: “Speaker 3”, in the next colour. */
export function newSpeaker({ speakers = [] }: CaptionDocument, id: string): Speaker {
  const names = new Set(speakers.map(({ name }) => name))
  let number = speakers.length + 1
  while (names.has(`Speaker ${number}`)) number += 1
  const held = new Set(speakers.map(({ color }) => color.toLowerCase()))
  const color = SPEAKER_COLORS.find((each) => !held.has(each)) ?? colorAt(speakers.length)
  return { id, name: `Speaker ${number}`, color }
}

/** The people whom words name, in the order in which they first speak; those beyond the limit are left out. */
export function namedSpeakers(words: readonly { readonly speaker?: string | undefined }[]): Speaker[] {
  const names = [...new Set(words.flatMap(({ speaker }) => speaker ?? []))]
  return names.slice(0, MOST_PARTS.speakers).map((name, at) => ({ id: `s${at + 1}`, name, color: colorAt(at) }))
}

function colorAt(at: number): string {
  return SPEAKER_COLORS[at % SPEAKER_COLORS.length] ?? '#ffffff'
}

/** The last word of the run that this word starts: those after it with the same speaker, or none like it. */
export function lastWordOfSpeaker({ words }: CaptionDocument, place: number): number {
  const speaker = words[place]?.speaker
  const next = words.findIndex((word, at) => at > place && word.speaker !== speaker)
  return next < 0 ? words.length - 1 : next - 1
}

/** The words of a range, and the one after it, at which the speaker changes inside a caption. */
export function breaksAtSpeakers(doc: CaptionDocument, from: string, to: string): string[] {
  const [first, last] = [wordIndex(doc, from), wordIndex(doc, to)]
  return doc.words.slice(first, last + 2).flatMap(({ id, speaker }, at) => {
    const before = doc.words[first + at - 1]
    const isChange = before !== undefined && before.speaker !== speaker
    return isChange && cueOfWord(doc, id)?.from !== id ? [id] : []
  })
}

/** How captions show who speaks. */
export type SpeakerLook = {
  /** Whether words have the colour of their speaker. */
  readonly hasColors: boolean
  /** Where the captions of every second speaker stand: where the others do, at the other edge, or at the right. */
  readonly lanes: SpeakerLanes
}
/** All ways to place the captions of speakers. */
export const SPEAKER_LANES = ['together', 'levels', 'sides'] as const
/** A way to place the captions of speakers. */
export type SpeakerLanes = (typeof SPEAKER_LANES)[number]

/** How the captions show who speaks at present. */
export function speakerLookOf({ speakers = [], styles }: CaptionDocument): SpeakerLook {
  const patches = speakers.flatMap(({ styleId }) => (styleId === undefined ? [] : (styles[styleId] ?? [])))
  return {
    hasColors: patches.some(({ fill }) => fill?.upcoming !== undefined),
    lanes: patches.some(({ layout }) => layout?.x !== undefined)
      ? 'sides'
      : patches.some(({ layout }) => layout?.y !== undefined)
        ? 'levels'
        : 'together',
  }
}

/** The commands after which the captions of all speakers have this look; none if they have it already. */
export function speakerLookCommands(doc: CaptionDocument, look: SpeakerLook): Command[] {
  return (doc.speakers ?? []).flatMap((speaker, at): Command[] => {
    const styleId = speaker.styleId ?? `speaker-${speaker.id}`.slice(0, 64)
    const before = doc.styles[styleId]
    const other = withoutFields(before ?? {}, LOOK_FIELDS)
    const patch = mergePatches(other, speakerPatch(doc, { ...speaker, lane: speaker.lane ?? at }, look))
    if (JSON.stringify(patch) === JSON.stringify(before ?? {})) return []
    if (Object.keys(patch).length === 0) return [{ type: 'setStyle', styleId, patch: null }]
    return [
      { type: 'setStyle', styleId, patch },
      ...(speaker.styleId === undefined ? [{ type: 'editSpeaker' as const, id: speaker.id, styleId }] : []),
    ]
  })
}

/** The fields that show who speaks. */
const LOOK_FIELDS = ['fill.upcoming', 'layout.x', 'layout.y', 'layout.width']

function speakerPatch(doc: CaptionDocument, { color, lane }: Speaker, { hasColors, lanes }: SpeakerLook): LookPatch {
  const layout = laneLayout(doc, (lane ?? 0) % 2 === 1, lanes)
  return { ...(hasColors && { fill: { upcoming: color } }), ...(layout && { layout }) }
}

/** The shares of the picture at which captions of the second lane stand, and the width of one of two columns. */
const UPPER = 0.2
const LOWER = 0.8
const LEFT = 0.31
const RIGHT = 0.69
const COLUMN = 0.56

function laneLayout(doc: CaptionDocument, isSecond: boolean, lanes: SpeakerLanes): LookPatch['layout'] {
  if (lanes === 'sides') return { x: isSecond ? RIGHT : LEFT, width: COLUMN }
  if (lanes !== 'levels' || !isSecond) return undefined
  const y = doc.styles[MAIN_STYLE]?.layout?.y ?? templateOf(doc).layout.y
  return { y: y < 0.5 ? LOWER : UPPER }
}
