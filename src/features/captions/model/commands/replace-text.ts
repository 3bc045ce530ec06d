import { z } from 'zod'
import { Id } from '../edits/command-fields.ts'
import { type CaptionDocument, MOST_WORDS, storableText, type Word } from '../document.ts'
import { checkRoom } from '../document-size.ts'
import { placeOfWord, replaceWords, typedWord, wordAt } from '../edits/edit-words.ts'
import { findText, type TextMatch } from '../words/find-text.ts'
import type { Part } from '../edits/footprint.ts'
import { quoteText } from '../edits/label-text.ts'
import { textOf, wordIndex } from '../timing/spans.ts'
import { checkSteps, LETTERS_PER_STEP, WORD_STEPS } from '../edits/step-costs.ts'
import { shareSpan } from '../timing/timing.ts'
import { splitBlanks } from '../words/tokens.ts'
import { inheritedParts, withDecor } from '../parts/word-parts.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

const ReplaceText = z.strictObject({
  type: z.literal('replaceText'),
  find: storableText(500).min(1),
  replace: storableText(500),
  matchCase: z.boolean(),
  wholeWords: z.boolean(),
  /** Id prefix of added words. */
  newId: Id.max(40),
  /** Limits the search to a range of words. Default: all words. */
  within: z.strictObject({ from: Id, to: Id }).optional(),
})
type ReplaceText = z.output<typeof ReplaceText>

/** Letters compared with the searched text for one step. */
const COMPARED_PER_STEP = 400

/**
 * Replaces all matches at once. If a replacement has as many words as its match, they keep its times; if not, they
 * share the time of the match.
 */
export const replaceText = defineCommand({
  schema: ReplaceText,
  label: ({ find, replace }) =>
    replace === '' ? `Remove ${quoteText(find)}` : `Replace ${quoteText(find)} with ${quoteText(replace)}`,
  // Worst case: each letter is compared with all of `find`, and each match adds words.
  steps(doc, { find, replace, within }) {
    const searched = wordsWithin(doc, within)
    const letters = searched.reduce((sum, { text }) => sum + text.length, 0)
    const compared = (letters * find.length) / COMPARED_PER_STEP
    const added = Math.min(MOST_WORDS, (letters / find.length) * (splitBlanks(replace).length - 1))
    return checkSteps(doc) + searched.length * WORD_STEPS + letters / LETTERS_PER_STEP + compared + Math.max(0, added)
  },
  edit(doc, command) {
    const found = matchesOf(doc, command)
    checkRoom(doc, { letters: growthOf(found, command.replace) })
    const replacements = new Map<number, readonly Word[]>()
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
      for (const [at, replacement] of rewritten(words, texts, nextId).entries())
        replacements.set(first + at, replacement)
    }
    return replaceWords(doc, replacements)
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    reads(doc, { within }): readonly Part[] {
      if (within === undefined) return ['words']
      return wordsWithin(doc, within).flatMap(({ id }): Part[] => [
        `word:${id}`,
        `speaker:${id}`,
        ...(id === within.to ? [] : [`next:${id}` as const]),
      ])
    },
  },
  afterConflict: REAPPLY_WHOLE,
})

function wordsWithin(doc: CaptionDocument, within: ReplaceText['within']): readonly Word[] {
  if (within === undefined) return doc.words
  return doc.words.slice(wordIndex(doc, within.from), wordIndex(doc, within.to) + 1)
}

/** Letters added by replacing all matches. */
function growthOf(matches: readonly TextMatch[], replace: string): number {
  return matches.reduce((sum, { start, end }) => sum + replace.length - (end - start), 0)
}

function matchesOf(doc: CaptionDocument, command: ReplaceText): TextMatch[] {
  if (command.within === undefined) return findText(doc.words, command)
  const from = placeOfWord(doc, command.within.from)
  const found = findText(doc.words.slice(from, placeOfWord(doc, command.within.to) + 1), command)
  return found.map((match) => ({ ...match, first: match.first + from, last: match.last + from }))
}

/** Groups matches that share a word. */
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

/** The offset of the first word of each match, in characters. */
function distances(doc: CaptionDocument, matches: readonly TextMatch[]): number[] {
  let place = matches[0]?.first ?? 0
  let distance = 0
  return matches.map(({ first }) => {
    for (; place < first; place++)
      distance += wordAt(doc, place).text.length + (wordAt(doc, place + 1).join === 'space' ? 1 : 0)
    return distance
  })
}

/** The words in place of each of `words` when their text becomes `texts`. */
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
      ? { ...typedWord({ id: nextId(), text }, texts[at - 1], time), ...inheritedParts(end) }
      : { ...word, text, t0: time.t0, t1: time.t1, timing: 'interpolated' }
  })
  const lastPlace = words.length - 1
  const last = said.at(-1)
  // The last remaining word of the match takes the decor of the removed ones.
  if (last !== undefined && said.length < words.length)
    said[said.length - 1] = withDecor(last, words.slice(said.length))
  return words.map((_, at) => (at === lastPlace ? said.slice(at) : said.slice(at, at + 1)))
}
