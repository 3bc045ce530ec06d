import type { FollowedScript } from '#features/transcription/server/index.ts'

/** A sentence of a script; `words` are the true starts of its words in ms, null if nobody says it. */
export type Sentence = { readonly text: string; readonly words: readonly number[] | null }

/** One script, measured. */
export type Measured = {
  /** Said words that start more than 200 ms off, or are set aside; of `total`. */
  readonly off: number
  readonly total: number
  /** Sentences that nobody says, and how many of them are set aside. */
  readonly unsaid: number
  readonly rightlyAside: number
  /** Said sentences that are set aside, or parts of them. */
  readonly wronglyAside: readonly string[]
  /** Places where something is said that is not in the script, in ms. */
  readonly unscripted: FollowedScript['unscripted']
  readonly cpuMs: number
  readonly notes: readonly string[]
}

const OFF_MS = 200

/** Compares a followed script with the true times of its words. */
export function measureCase(script: readonly Sentence[], followed: FollowedScript, cpuMs: number): Measured {
  const starts = startsInOrder(followed)
  let from = 0
  const sentences = script.map(({ text, words }) => {
    const own = starts.slice(from, (from += text.split(' ').length))
    const off =
      words?.filter((start, at) => Math.abs((own[at] ?? Number.POSITIVE_INFINITY) - start) > OFF_MS).length ?? 0
    return {
      text,
      isSaid: words !== null,
      off,
      total: words?.length ?? 0,
      isAside: own.every((start) => start === null),
      isPart: own.includes(null),
    }
  })
  const wronglyAside = sentences.filter(({ isSaid, isPart }) => isSaid && isPart).map(({ text }) => text)
  const misplaced = sentences.filter(({ off }) => off > 0).map(({ off, text }) => `${off} words of: ${text}`)
  const flashing = sentences.filter(({ isSaid, isAside }) => !isSaid && !isAside).map(({ text }) => `shown: ${text}`)
  return {
    off: sentences.reduce((sum, each) => sum + each.off, 0),
    total: sentences.reduce((sum, each) => sum + each.total, 0),
    unsaid: sentences.filter(({ isSaid }) => !isSaid).length,
    rightlyAside: sentences.filter(({ isSaid, isAside }) => !isSaid && isAside).length,
    wronglyAside,
    unscripted: followed.unscripted,
    cpuMs,
    notes: [...misplaced, ...flashing, ...wronglyAside.map((text) => `set aside: ${text}`)],
  }
}

/** The start of every written word, null for words set aside. */
function startsInOrder({ words, unspoken }: FollowedScript): (number | null)[] {
  const starts: (number | null)[] = words.map(({ startMs }) => startMs)
  for (const passage of unspoken.toReversed())
    starts.splice(passage.place, 0, ...Array.from({ length: passage.words }, () => null))
  return starts
}
