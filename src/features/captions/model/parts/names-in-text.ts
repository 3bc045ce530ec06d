import { endsSentence } from '../breaks/boundaries.ts'
import { type CaptionDocument, cuesOf, type Word } from '../document.ts'

/** Words that a name in the text names as spoken by one person. */
export type NamedTurn = {
  /** Without the colon: “ANA”. */
  readonly name: string
  /** The words that are the name. */
  readonly labelIds: readonly string[]
  /** The first and the last word after the name and before the next one. */
  readonly from: string
  readonly to: string
}

/** Maximum words and letters of a name. */
const MOST_LABEL_WORDS = 3
const MOST_LABEL_LETTERS = 30
/** With more people than this the colons are something else. */
const MOST_NAMES = 20

/**
 * The turns that names with a colon begin, as in many caption files: “ANA: Are you sure?”. A name starts a caption, a
 * line or a sentence, and its words have capital letters where the script has them. Runs in time linear in the words.
 * @returns none if fewer than two turns are named, or too many people
 */
export function namesInText(doc: CaptionDocument): NamedTurn[] {
  const { words } = doc
  const starts = new Set(cuesOf(doc).flatMap(({ from, breaks }) => [from, ...breaks]))
  const labels: { at: number; length: number }[] = []
  for (let at = 0; at < words.length; at += 1) {
    const before = words[at - 1]
    const mayStart = before === undefined || starts.has(words[at]?.id ?? '') || endsSentence(before.text)
    const length = mayStart ? labelLength(words, at) : 0
    if (length === 0) continue
    labels.push({ at, length })
    at += length - 1
  }
  const turns = labels.flatMap(({ at, length }, index): NamedTurn[] => {
    const label = words.slice(at, at + length)
    const from = words[at + length]
    const to = words[(labels[index + 1]?.at ?? words.length) - 1]
    if (from === undefined || to === undefined || to.t0 < from.t0) return []
    return [{ name: nameOf(label), labelIds: label.map(({ id }) => id), from: from.id, to: to.id }]
  })
  const people = new Set(turns.map(({ name }) => name.toLowerCase()))
  return turns.length < 2 || people.size > MOST_NAMES ? [] : turns
}

/** The number of words of the name that starts here; 0 for none. */
function labelLength(words: readonly Word[], at: number): number {
  const window = words.slice(at, at + MOST_LABEL_WORDS)
  const end = window.findIndex(({ text }) => /[:：]$/u.test(text))
  const label = window.slice(0, end + 1)
  const isName = label.every(({ text }) => /^[-–—]?[^\p{Ll}\p{P}\p{S}]/u.test(text) || /^[-–—]$/u.test(text))
  return isName && /\p{L}/u.test(nameOf(label)) && nameOf(label).length <= MOST_LABEL_LETTERS ? label.length : 0
}

function nameOf(label: readonly Word[]): string {
  const text = label.map((word) => word.text).join(' ')
  return text
    .replace(/^[-–—]/u, '')
    .slice(0, -1)
    .trim()
}
