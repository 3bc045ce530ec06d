import { type ConflictDetails, quoteText } from '../../model/index.ts'
import { nameOf } from '../store/history.ts'

/** Describes a conflict in one sentence: “Ana changed “word” to “Word” while you changed it to “ward”.” */
export function conflictText({ by, part, was, theirs, mine }: ConflictDetails): string {
  const who = nameOf(by)
  switch (part) {
    case 'words':
      if (theirs === null && mine === null) return `${who} deleted ${quote(was)} while you deleted it and changed more.`
      return `${who} ${theirWords(was, theirs)} while you ${myWords(was, mine)}.`
    case 'times':
      return `${who} changed when ${quote(was)} is spoken while you did.`
    case 'place':
      return `${who} added ${quote(theirs)} ${placeText(was)} while you added ${quote(mine)} there.`
    case 'lines':
      return `${who} changed the caption ${quote(was)} while you did.`
    case 'style':
      return `${who} changed the style while you did.`
    case 'template':
      return `${who} chose another template while you did.`
    case 'all':
      return 'These captions were changed elsewhere while you made edits that concern the same parts.'
    default:
      return part satisfies never
  }
}

/** The labels of the two choices. */
export function choiceText({ part, theirs, mine }: ConflictDetails): {
  readonly mine: string
  readonly theirs: string
} {
  const isSame = theirs === mine
  const quoted = (text: string | null) =>
    part !== 'words' || isSame ? '' : text === null ? ': delete it' : `: ${quote(text)}`
  return { mine: `Keep mine${quoted(mine)}`, theirs: `Keep theirs${quoted(theirs)}` }
}

function theirWords(was: string | null, theirs: string | null): string {
  if (theirs === null) return `deleted ${quote(was)}`
  return was === theirs ? `changed how ${quote(was)} is shown or timed` : `changed ${quote(was)} to ${quote(theirs)}`
}

function myWords(was: string | null, mine: string | null): string {
  if (mine === null) return 'deleted it'
  return was === mine ? 'changed how it is shown or timed' : `changed it to ${quote(mine)}`
}

function placeText(was: string | null): string {
  return was === null ? 'at the start' : `after ${quote(was)}`
}

function quote(text: string | null): string {
  return text === null ? 'something' : quoteText(text)
}
