import { AppError } from '#platform/shared/errors.ts'
import type { Word } from '../document.ts'
import { MOST_DECOR } from '../document/decor.ts'

/** The parts that a word passes on to the words it is split into. */
export function inheritedParts({ speaker, styleId, hidden, censored }: Word): Partial<Word> {
  return {
    ...(speaker !== undefined && { speaker }),
    ...(styleId !== undefined && { styleId }),
    ...(hidden && { hidden }),
    ...(censored && { censored }),
  }
}

/** The parts that a typed word takes from its neighbour. */
export function sharedParts(neighbour: Word | undefined): Partial<Word> {
  return neighbour?.speaker === undefined ? {} : { speaker: neighbour.speaker }
}

/**
 * A merged word with the parts of all: hidden if all are, censored if any is, with the strongest stress and all decor.
 * @throws AppError `unprocessable` when they have more decor than one word can hold
 */
export function mergeParts(first: Word, others: readonly Word[]): Word {
  const words = [first, ...others]
  const { hidden: _, ...shown } = first
  const stress = words.flatMap((word) => word.stress ?? [])
  const censored = words.reduceRight((all, word) => ({ ...all, ...word.censored }), {})
  return {
    ...withDecor(shown, others),
    ...(words.every(({ hidden }) => hidden) && { hidden: true }),
    ...(stress.length > 0 && { stress: Math.max(...stress) }),
    ...(words.some((word) => word.censored) && { censored }),
  }
}

/**
 * A word with its own decor and that of others.
 * @throws AppError `unprocessable` when that is more than a word can hold
 */
export function withDecor(word: Word, others: readonly Word[]): Word {
  const decor = [word, ...others].flatMap((each) => each.decor ?? [])
  if (decor.length > MOST_DECOR)
    throw new AppError('unprocessable', `A word can have at most ${MOST_DECOR} decorations.`, { word: word.id })
  return decor.length > 0 ? { ...word, decor } : word
}
