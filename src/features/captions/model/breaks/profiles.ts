import type { ProfileId } from '../document.ts'

/** Rules for cutting captions. Lengths in columns (a Latin letter is 1, a full-width one 2), times in ms. */
export type Profile = {
  readonly id: ProfileId
  /** Display name. */
  readonly label: string
  readonly maxCharsPerLine: number
  readonly maxLines: number
  /** Maximum reading speed, columns a second. */
  readonly maxCps: number
  readonly minMs: number
  readonly maxMs: number
  /** Minimum time between two cues. */
  readonly gapMs: number
  /** A cue stays until the next one if the pause between them is shorter, to avoid flicker. */
  readonly chainMs: number
  /** Maximum time that a cue stays after its last word so that it can be read, ms. */
  readonly maxExtensionMs: number
}

/** `netflix` follows the Netflix Timed Text Style Guide for English, `bbc` the BBC Subtitle Guidelines. */
export const PROFILES: { readonly [Id in ProfileId]: Profile & { readonly id: Id } } = {
  shorts: {
    id: 'shorts',
    label: 'Shorts',
    maxCharsPerLine: 24,
    maxLines: 2,
    maxCps: 25,
    minMs: 700,
    maxMs: 5_000,
    gapMs: 0,
    chainMs: 250,
    maxExtensionMs: 500,
  },
  netflix: {
    id: 'netflix',
    label: 'Netflix',
    maxCharsPerLine: 42,
    maxLines: 2,
    maxCps: 20,
    minMs: 833,
    maxMs: 7_007,
    // Two frames at 24 frames a second.
    gapMs: 84,
    chainMs: 458,
    maxExtensionMs: 500,
  },
  // 160–180 words a minute at about six columns a word is 17 columns a second; 68% of a 16:9 picture holds 37.
  bbc: {
    id: 'bbc',
    label: 'BBC',
    maxCharsPerLine: 37,
    maxLines: 2,
    maxCps: 17,
    minMs: 900,
    maxMs: 7_000,
    gapMs: 0,
    chainMs: 1_000,
    maxExtensionMs: 1_500,
  },
}
