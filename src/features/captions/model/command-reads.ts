import type { Command, CommandOf } from './commands.ts'
import { type CaptionDocument, cuesOf } from './document.ts'
import { cueIndex, wordIndex } from './spans.ts'
import { joinBetween } from './text-width.ts'

type Read = readonly [key: string, mode: 'read']

/** What the outcome of a command depends on besides the parts it changes; names as in `Footprint`. */
export function readsOf(doc: CaptionDocument, command: Command): readonly Read[] {
  switch (command.type) {
    case 'insertWords':
      return insertReads(doc, command)
    case 'retimeWords':
      return command.words.flatMap(({ id }) => neighbourReads(doc, wordIndex(doc, id)))
    case 'replaceText':
      return replaceReads(doc, command)
    case 'resegment':
      return [read('words')]
    case 'mergeCues':
      return mergeReads(doc, command)
    default:
      return []
  }
}

/** The silence they go into, and for scripts without spaces the letter before. */
function insertReads(doc: CaptionDocument, { after, words: [first] }: CommandOf<'insertWords'>): Read[] {
  const place = after === null ? -1 : wordIndex(doc, after)
  const ids = [doc.words[place]?.id, doc.words[place + 1]?.id].filter((id) => id !== undefined)
  const letter = [...(first?.text ?? '')].at(0)
  const mayAdjoin = letter !== undefined && joinBetween(letter, letter) === 'none'
  return [...ids.map((id) => read(`time:${id}`)), ...(mayAdjoin && after !== null ? [read(`word:${after}`)] : [])]
}

/** A word that is moved in time stays between its neighbours. */
function neighbourReads(doc: CaptionDocument, place: number): Read[] {
  const [before, word, next] = [doc.words[place - 1], doc.words[place], doc.words[place + 1]]
  const times = [before, next].flatMap((each) => (each === undefined ? [] : [read(`time:${each.id}`)]))
  return [...times, read(`next:${before?.id ?? ''}`), ...(word === undefined ? [] : [read(`next:${word.id}`)])]
}

/** Where it looks: everywhere, or from one word to another. */
function replaceReads(doc: CaptionDocument, { within }: CommandOf<'replaceText'>): Read[] {
  if (within === undefined) return [read('words')]
  const searched = doc.words.slice(wordIndex(doc, within.from), wordIndex(doc, within.to) + 1)
  return searched.flatMap(({ id }) => [read(`word:${id}`), ...(id === within.to ? [] : [read(`next:${id}`)])])
}

/** Merged with a caption whose lines were broken by hand, one that the rules broke keeps its lines as they are now. */
function mergeReads(doc: CaptionDocument, { id }: CommandOf<'mergeCues'>): Read[] {
  const at = cueIndex(doc, id)
  const both = cuesOf(doc).slice(at, at + 2)
  return both.some(({ locked }) => locked)
    ? both.filter(({ locked }) => !locked).map((cue) => read(`lines:${cue.id}`))
    : []
}

function read(key: string): Read {
  return [key, 'read']
}
