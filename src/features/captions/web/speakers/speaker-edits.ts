import {
  applyCommands,
  breaksAtSpeakers,
  type CaptionDocument,
  type Command,
  type CommandOf,
  lastWordOfSpeaker,
  type NamedTurn,
  newSpeaker,
  type Speaker,
  speakerLookCommands,
  speakerLookOf,
} from '../../model/index.ts'
import { newId } from '../store/new-id.ts'
import { type Selection, selectedRange } from '../store/selection.ts'

/** What a choice of a speaker applies to: the selected words, or all words from the focused one to the next speaker. */
export type SpeakerScope = 'words' | 'onward'

/** The words that get a speaker. */
type SpeakerTarget = { readonly selection: Selection; readonly scope: SpeakerScope }

/** The commands that give words a speaker; null removes it. Captions end where the speaker changes. */
export function assignSpeaker(doc: CaptionDocument, target: SpeakerTarget, speaker: string | null): Command[] {
  const range = rangeOf(doc, target)
  const [from, to] = [doc.words[range?.first ?? -1], doc.words[range?.last ?? -1]]
  if (from === undefined || to === undefined) return []
  return withBreaks(doc, { type: 'setSpeaker', from: from.id, to: to.id, speaker })
}

/** The commands that add a speaker and give them words. */
export function addSpeaker(doc: CaptionDocument, target: SpeakerTarget): Command[] {
  const speaker = newSpeaker(doc, newSpeakerId())
  const add: Command = { type: 'addSpeaker', speaker }
  const look = looksAfter(doc, [add])
  const added = applyCommands(doc, [add]).doc
  return [add, ...assignSpeaker(added, target, speaker.id), ...look]
}

/** The commands that make speakers of the names in the text, and remove the names from it. */
export function speakersFromText(doc: CaptionDocument, turns: readonly NamedTurn[]): Command[] {
  const commands: Command[] = [{ type: 'deleteWords', ids: turns.flatMap(({ labelIds }) => labelIds) }]
  let current = applyCommands(doc, commands).doc
  const run = (made: readonly Command[]) => {
    current = applyCommands(current, made).doc
    commands.push(...made)
  }
  const ids = new Map<string, string>()
  for (const { name } of turns) {
    const key = name.toLowerCase()
    if (ids.has(key)) continue
    const speaker = { ...newSpeaker(current, newSpeakerId(ids.size)), name }
    ids.set(key, speaker.id)
    run([{ type: 'addSpeaker', speaker }])
  }
  for (const { name, from, to } of turns)
    run(withBreaks(current, { type: 'setSpeaker', from, to, speaker: ids.get(name.toLowerCase()) ?? null }))
  return commands
}

/** The commands that change the colour of a speaker, also in the captions if they show it. */
export function recolorSpeaker(doc: CaptionDocument, id: string, color: string): Command[] {
  const recolor: Command = { type: 'editSpeaker', id, color }
  return [recolor, ...looksAfter(doc, [recolor])]
}

/** The commands that remove a speaker; their words go to another one, or to nobody. */
export function removeSpeaker(doc: CaptionDocument, { id, styleId }: Speaker, into: string | null): Command[] {
  const remove: Command[] = [{ type: 'removeSpeaker', id, into }]
  if (styleId !== undefined && doc.styles[styleId] !== undefined)
    remove.push({ type: 'setStyle', styleId, patch: null })
  return [...remove, ...looksAfter(doc, remove)]
}

/** The commands that give every speaker the look of the others, after an edit of the speakers. */
function looksAfter(doc: CaptionDocument, commands: readonly Command[]): Command[] {
  return speakerLookCommands(applyCommands(doc, commands).doc, speakerLookOf(doc))
}

/** Ends captions where the speaker changes. */
function withBreaks(doc: CaptionDocument, set: CommandOf<'setSpeaker'>): Command[] {
  const breaks = breaksAtSpeakers(applyCommands(doc, [set]).doc, set.from, set.to)
  return [set, ...breaks.map((before): Command => ({ type: 'splitCue', before, newId: newId() }))]
}

function rangeOf(
  doc: CaptionDocument,
  { selection, scope }: SpeakerTarget,
): { readonly first: number; readonly last: number } | null {
  const range = selectedRange(doc, selection)
  if (scope === 'words' || range === null) return range
  return { first: range.first, last: Math.max(range.last, lastWordOfSpeaker(doc, range.first)) }
}

/** Speakers are listed by their ids, so those of later speakers are greater. @param at among those of one edit, from 0 */
function newSpeakerId(at = 0): string {
  return `t${(Date.now() + at).toString(36)}${newId().slice(1, 9)}`
}
