import type { Span } from '../../model/interpolate.ts'
import type { GrammarWord } from './grammar.ts'

/** A written word on its way to a time. */
export type Token = {
  readonly text: string
  /** Where it must lie, when the text came with times. */
  readonly window: Span | null
  /** Null when it makes no sound that can be looked for. */
  readonly sound: GrammarWord | null
}

/** Tokens that follow each other, and the sound they are looked for in. */
export type Stretch = { readonly tokens: readonly number[]; readonly span: Span }

/** Longest sound that timed text is aligned in at once, in milliseconds. */
const LONGEST_GROUP_MS = 45_000

/**
 * Joins neighbouring windows into stretches of up to 45 s, so that words at the edges of a cue are heard beside those of
 * the next one. Tokens without sound belong to no stretch.
 */
export function groupByWindow(tokens: readonly Token[], longestMs = LONGEST_GROUP_MS): Stretch[] {
  const groups: { tokens: number[]; span: { startMs: number; endMs: number } }[] = []
  for (const [at, { window, sound }] of tokens.entries()) {
    if (window === null || sound === null) continue
    const open = groups.at(-1)
    const joins =
      open !== undefined && window.startMs <= open.span.endMs + 1_000 && window.endMs - open.span.startMs <= longestMs
    // Cues may overlap and even run backwards; within a group the widest span holds all of them.
    const sameCue = open !== undefined && tokens[open.tokens.at(-1) ?? -1]?.window === window
    if (open !== undefined && (joins || sameCue)) {
      open.tokens.push(at)
      open.span.startMs = Math.min(open.span.startMs, window.startMs)
      open.span.endMs = Math.max(open.span.endMs, window.endMs)
    } else groups.push({ tokens: [at], span: { ...window } })
  }
  return groups
}

/** Each cue's words alone in their own window: the second try of a group that could not be followed. */
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
