import { changedRange } from '#platform/shared/changed-range.ts'
import type { CaptionDocument, Word } from '../../model/index.ts'

/** The number of corrected words and of their letters: another correction changes one of them. */
type Corrections = { readonly words: number; readonly letters: number }

const NONE: Corrections = { words: 0, letters: 0 }

/** The last version of each video's words, by the facts that all versions share. */
const lastKnown = new WeakMap<CaptionDocument['media'], { readonly of: readonly Word[]; readonly found: Corrections }>()

/** Identifies the corrections in captions. An edit reads only the words that it changes. */
export function correctionsSignature({ media, words }: CaptionDocument): string {
  const known = lastKnown.get(media)
  const found = known === undefined ? correctionsIn(words, NONE, 1) : updated(known, words)
  lastKnown.set(media, { of: words, found })
  return `${found.words}:${found.letters}`
}

function updated({ of, found }: { of: readonly Word[]; found: Corrections }, words: readonly Word[]): Corrections {
  if (of === words) return found
  const { start, endBefore, endAfter } = changedRange(of, words)
  const kept = correctionsIn(of.slice(start, endBefore), found, -1)
  return correctionsIn(words.slice(start, endAfter), kept, 1)
}

/** Adds or removes the corrections of some words. */
function correctionsIn(words: readonly Word[], before: Corrections, by: 1 | -1): Corrections {
  const corrected = words.filter(({ raw, text }) => raw !== '' && raw !== text)
  const letters = corrected.reduce((sum, { text }) => sum + text.length, 0)
  return { words: before.words + by * corrected.length, letters: before.letters + by * letters }
}
