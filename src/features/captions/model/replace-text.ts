import type { CommandOf } from './commands.ts'
import type { CaptionDocument, Word } from './document.ts'
import { type Edit, placeOfWord, replaceWords, wordAt } from './edit.ts'
import { typedWord } from './edit-words.ts'
import { checkRoom } from './document-size.ts'
import { findText, type TextMatch } from './find-text.ts'
import { textOf } from './spans.ts'
import { shareSpan } from './timing.ts'
import { splitBlanks } from './tokens.ts'

/**
 * Replaces every match. Words that stay as many keep their times; where the number changes, the
 * words of that match share the time of those they replace.
 */
export function replaceText(doc: CaptionDocument, command: CommandOf<'replaceText'>): Edit {
  const found = matchesOf(doc, command)
  checkRoom(doc, { letters: growthOf(found, command.replace) })
  const instead = new Map<number, readonly Word[]>()
  let made = 0
  let added = 0
  const nextId = () => `${command.newId}-${++made}`
  for (const matches of groupsOf(found)) {
    const first = matches[0]?.first ?? 0
    const last = matches.at(-1)?.last ?? first
    const words = doc.words.slice(first, last + 1)
    const texts = splitBlanks(replaceIn(doc, textOf(words), matches, command.replace))
    added += texts.length - words.length
    checkRoom(doc, { words: added })
    for (const [at, standing] of rewritten(words, texts, nextId).entries()) instead.set(first + at, standing)
  }
  return replaceWords(doc, instead)
}

/** How many letters more there are with every match replaced. */
function growthOf(matches: readonly TextMatch[], replace: string): number {
  return matches.reduce((sum, { start, end }) => sum + replace.length - (end - start), 0)
}

function matchesOf(doc: CaptionDocument, command: CommandOf<'replaceText'>): TextMatch[] {
  if (command.within === undefined) return findText(doc.words, command)
  const from = placeOfWord(doc, command.within.from)
  const found = findText(doc.words.slice(from, placeOfWord(doc, command.within.to) + 1), command)
  return found.map((match) => ({ ...match, first: match.first + from, last: match.last + from }))
}

/** Matches that share a word belong together. */
function groupsOf(matches: readonly TextMatch[]): TextMatch[][] {
  const groups: TextMatch[][] = []
  for (const match of matches) {
    const group = groups.at(-1)
    if (group !== undefined && (group.at(-1)?.last ?? -1) >= match.first) group.push(match)
    else groups.push([match])
  }
  return groups
}

function replaceIn(doc: CaptionDocument, text: string, matches: readonly TextMatch[], replace: string): string {
  const offset = distances(doc, matches)
  let done = ''
  let from = 0
  for (const [at, { start, end }] of matches.entries()) {
    const shift = offset[at] ?? 0
    done += text.slice(from, start + shift) + replace
    from = end + shift
  }
  return done + text.slice(from)
}

/** How far the first word of each match lies from the first word of all, in characters. */
function distances(doc: CaptionDocument, matches: readonly TextMatch[]): number[] {
  let place = matches[0]?.first ?? 0
  let distance = 0
  return matches.map(({ first }) => {
    for (; place < first; place++)
      distance += wordAt(doc, place).text.length + (wordAt(doc, place + 1).join === 'space' ? 1 : 0)
    return distance
  })
}

/** What stands in the place of each of `words` when they say `texts`. */
function rewritten(words: readonly Word[], texts: readonly string[], nextId: () => string): Word[][] {
  const [first] = words
  const end = words.at(-1)
  if (first === undefined || end === undefined) return []
  if (texts.length === words.length) return words.map((word, at) => [{ ...word, text: texts[at] ?? word.text }])
  const spans = shareSpan({ t0: first.t0, t1: end.t1 }, texts)
  const said = texts.map((text, at): Word => {
    const word = words[at]
    const time = spans[at] ?? first
    return word === undefined
      ? typedWord({ id: nextId(), text }, texts[at - 1], time)
      : { ...word, text, t0: time.t0, t1: time.t1, timing: 'interpolated' }
  })
  const lastPlace = words.length - 1
  return words.map((_, at) => (at === lastPlace ? said.slice(at) : said.slice(at, at + 1)))
}
