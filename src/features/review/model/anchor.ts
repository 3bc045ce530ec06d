import { z } from 'zod'
import { type CaptionDocument, wordIndex } from '#features/captions/model/index.ts'

/** The words that a thread is attached to, which may have been deleted since. */
export const Anchor = z.object({
  firstWordId: z.string(),
  lastWordId: z.string(),
  /** The neighbour of the last deleted one of these words; null until one is deleted. */
  nearWordId: z.string().nullable(),
})
export type Anchor = z.output<typeof Anchor>

/** Words in a document, by their places; both included. */
export type AnchoredWords = {
  readonly first: number
  readonly last: number
  /** True if all commented words are gone, and these are their neighbours. */
  readonly isMoved: boolean
}

/**
 * Finds the words of an anchor: those that are left of the commented ones, else their neighbour.
 * @returns undefined for a document without words
 */
export function findAnchor(doc: CaptionDocument, anchor: Anchor): AnchoredWords | undefined {
  const ends = [wordIndex(doc, anchor.firstWordId), wordIndex(doc, anchor.lastWordId)].filter((place) => place >= 0)
  if (ends.length > 0) return { first: Math.min(...ends), last: Math.max(...ends), isMoved: false }
  if (doc.words.length === 0) return undefined
  const near = anchor.nearWordId === null ? -1 : wordIndex(doc, anchor.nearWordId)
  const place = Math.max(0, near)
  return { first: place, last: place, isMoved: true }
}

/** A change of the captions, as an anchor needs it: the neighbour of each removed word. */
type Removed = {
  readonly isReplacement: boolean
  neighbourOf(wordId: string): string | null | undefined
}

/**
 * The anchor after words were removed. It keeps the ids of the commented words, so that an undo brings it back; a new
 * transcript reuses ids for other words, so there it takes the words spoken at the same time.
 */
export function moveAnchor(anchor: Anchor, { isReplacement, neighbourOf }: Removed): Anchor {
  const { firstWordId, lastWordId, nearWordId } = anchor
  const near = nearWordId === null ? undefined : neighbourOf(nearWordId)
  if (!isReplacement) {
    const gone = [neighbourOf(firstWordId), neighbourOf(lastWordId), near].find((id) => id !== undefined)
    return gone === undefined ? anchor : { ...anchor, nearWordId: gone }
  }
  const first = neighbourOf(firstWordId) ?? neighbourOf(lastWordId) ?? near
  if (first === undefined || first === null) return anchor
  return { firstWordId: first, lastWordId: neighbourOf(lastWordId) ?? first, nearWordId: null }
}
