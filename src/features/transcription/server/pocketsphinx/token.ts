import type { Span } from '../../model/interpolate.ts'
import type { GrammarWord } from './grammar.ts'

/** A written word to be timed. */
export type Token = {
  readonly text: string
  /** The window that must contain it, when the text came with times. */
  readonly window: Span | null
  /** Null when it is silent. */
  readonly sound: GrammarWord | null
}

/** Consecutive tokens and the span of sound to search. */
export type Stretch = { readonly tokens: readonly number[]; readonly span: Span }

/** Longest sound for one alignment of timed text, in milliseconds. */
const LONGEST_GROUP_MS = 45_000

/**
 * Joins neighbouring windows into stretches of up to 45 s, so that words at the edge of a cue are aligned together with
 * those of the next one. Skips silent tokens.
 */
export function groupByWindow(tokens: readonly Token[], longestMs = LONGEST_GROUP_MS): Stretch[] {
  const groups: { tokens: number[]; span: { startMs: number; endMs: number } }[] = []
  for (const [at, { window, sound }] of tokens.entries()) {
    if (window === null || sound === null) continue
    const open = groups.at(-1)
    const joins =
      open !== undefined && window.startMs <= open.span.endMs + 1_000 && window.endMs - open.span.startMs <= longestMs
    // Cues may overlap or run backwards; the widest span of a group covers all of them.
    const sameCue = open !== undefined && tokens[open.tokens.at(-1) ?? -1]?.window === window
    if (open !== undefined && (joins || sameCue)) {
      open.tokens.push(at)
      open.span.startMs = Math.min(open.span.startMs, window.startMs)
      open.span.endMs = Math.max(open.span.endMs, window.endMs)
    } else groups.push({ tokens: [at], span: { ...window } })
  }
  return groups
}

/** Each cue's words in their own window: the second attempt at a group that failed to align. */
export function oneWindowEach(stretch: Stretch, tokens: readonly Token[]): Stretch[] {
  const single: { tokens: number[]; span: Span }[] = []
  let last: Span | null = null
  for (const at of stretch.tokens) {
    const window = tokens[at]?.window ?? null
    if (window === null) continue
    if (window === last) single.at(-1)?.tokens.push(at)
    else single.push({ tokens: [at], span: window })
    last = window
  }
  return single
}
