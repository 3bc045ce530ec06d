import type { SpokenWord } from './word.ts'

/** A neural recogniser's result for one piece of sound; times in seconds from the start of the piece. */
export type Recognition = {
  readonly text: string
  /** Parts of words; the first token of a word starts with a space or `▁`. */
  readonly tokens: readonly string[]
  /** Start of each token; empty when the model gives no times. */
  readonly timestamps: readonly number[]
  /** Duration of each token; empty when the model gives none. */
  readonly durations: readonly number[]
  /** Natural logarithm of each token's probability; empty when the model gives none. */
  readonly logProbs: readonly number[]
}

/** Maximum duration of a token for which the model gives none, in seconds. */
const TOKEN_SECONDS = 0.24
const BEGINS_WORD = /^[\s▁]/u
const MARKS_ONLY = /^[^\p{L}\p{N}$€£%&@#]+$/u

/**
 * Joins the tokens of one piece into words; punctuation joins the preceding word. Keeps the model's rough word edges.
 * @param piece span of the piece in milliseconds of media time; every word stays inside it
 * @returns undefined when the model gave no times
 */
export function joinTokens(
  recognition: Recognition,
  piece: { startMs: number; endMs: number },
): SpokenWord[] | undefined {
  if (recognition.tokens.length === 0) return []
  if (recognition.timestamps.length !== recognition.tokens.length) return undefined
  const groups = groupTokens(recognition.tokens)
  return groups.flatMap((group, at) => {
    const text = group
      .map((index) => recognition.tokens[index] ?? '')
      .join('')
      .replace(/[\s▁]+/gu, ' ')
      .trim()
    if (text === '') return []
    const [first = 0] = group
    const last = group.at(-1) ?? first
    const nextStart = recognition.timestamps[groups[at + 1]?.[0] ?? -1]
    const startMs = piece.startMs + Math.round((recognition.timestamps[first] ?? 0) * 1_000)
    const endMs = piece.startMs + Math.round(endOf(recognition, last, nextStart) * 1_000)
    const inside = (ms: number): number => Math.min(Math.max(ms, piece.startMs), piece.endMs)
    return {
      text,
      startMs: inside(startMs),
      endMs: inside(endMs),
      confidence: confidenceOf(recognition, group),
      timing: 'asr' as const,
    }
  })
}

function groupTokens(tokens: readonly string[]): number[][] {
  const groups: number[][] = []
  for (const [index, token] of tokens.entries()) {
    const open = groups.at(-1)
    const begins = BEGINS_WORD.test(token) && !MARKS_ONLY.test(token.replace(/^[\s▁]+/u, ''))
    if (open === undefined || (begins && token.trim() !== '▁')) groups.push([index])
    else open.push(index)
  }
  return groups
}

function endOf({ timestamps, durations }: Recognition, last: number, nextStart: number | undefined): number {
  const start = timestamps[last] ?? 0
  const length = durations.length === timestamps.length ? (durations[last] ?? 0) : TOKEN_SECONDS
  return Math.min(start + (length > 0 ? length : TOKEN_SECONDS), nextStart ?? Number.POSITIVE_INFINITY)
}

function confidenceOf({ tokens, logProbs }: Recognition, group: readonly number[]): number | null {
  if (logProbs.length !== tokens.length) return null
  const mean = group.reduce((sum, index) => sum + (logProbs[index] ?? 0), 0) / group.length
  return Math.min(1, Math.exp(mean))
}
