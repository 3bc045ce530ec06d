import type { CaptionDocument, Censoring } from '../document.ts'
import type { Span } from '../timing/spans.ts'

/** A part of the sound that is muted, or replaced by a beep; ms of media time. */
export type CensoredSpan = Span & { readonly sound: NonNullable<Censoring['sound']> }

/** The spans of a list of words. All versions of a document with the same words share them. */
const lastSpans = new WeakMap<CaptionDocument['words'], readonly CensoredSpan[]>()

/** The censored parts of the sound, in media order. Words that follow one another without a pause share one. */
export function censoredSpansOf({ words }: Pick<CaptionDocument, 'words'>): readonly CensoredSpan[] {
  const known = lastSpans.get(words)
  if (known !== undefined) return known
  const spans: CensoredSpan[] = []
  for (const { t0, t1, censored } of words) {
    const sound = censored?.sound
    if (sound === undefined) continue
    const last = spans.at(-1)
    if (last?.t1 === t0 && last.sound === sound) spans[spans.length - 1] = { ...last, t1 }
    else spans.push({ t0, t1, sound })
  }
  lastSpans.set(words, spans)
  return spans
}

/** How the sound is censored at a time, ms; undefined if it is not. */
export function censoringAt(spans: readonly CensoredSpan[], tMs: number): CensoredSpan['sound'] | undefined {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.t1 ?? Number.POSITIVE_INFINITY) <= tMs) low = middle + 1
    else high = middle
  }
  const span = spans[low]
  return span !== undefined && span.t0 <= tMs ? span.sound : undefined
}
