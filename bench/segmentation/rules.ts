import {
  type CaptionDocument,
  cueSpan,
  cuesOf,
  linesOf,
  type Profile,
  textOf,
  wordsOf,
} from '#features/captions/model/index.ts'

/** How often captions break each rule of their profile. */
export type Broken = Readonly<Record<'width' | 'lines' | 'longest' | 'shortest' | 'gap' | 'speed', number>>

/**
 * Counts broken rules. Reading speed counts only where the caption could stay longer: one whose words are faster than
 * the limit and follow each other cannot keep it.
 */
export function brokenRules(doc: CaptionDocument, profile: Profile): Broken {
  const spans = cuesOf(doc).map((cue) => cueSpan(doc, cue))
  const broken = { width: 0, lines: 0, longest: 0, shortest: 0, gap: 0, speed: 0 }
  for (const [at, cue] of cuesOf(doc).entries()) {
    const span = spans[at] ?? { t0: 0, t1: 0 }
    const lines = linesOf(doc, cue).map(textOf)
    const shownMs = span.t1 - span.t0
    const next = spans[at + 1]
    if (lines.some((line) => line.length > profile.maxCharsPerLine)) broken.width++
    if (lines.length > profile.maxLines) broken.lines++
    if (shownMs > profile.maxMs) broken.longest++
    if (shownMs < profile.minMs) broken.shortest++
    if (next !== undefined && next.t0 - span.t1 < profile.gapMs) broken.gap++
    const isFast = lines.join(' ').length / (shownMs / 1_000) > profile.maxCps
    const lastWordEnd = wordsOf(doc, cue).at(-1)?.t1 ?? 0
    const couldStay =
      span.t1 < lastWordEnd + profile.maxExtensionMs && (next === undefined || next.t0 - span.t1 > profile.gapMs)
    if (isFast && couldStay) broken.speed++
  }
  return broken
}
