import { createDocument, cuesOf, linesOf, PROFILES, type Profile } from '#features/captions/model/index.ts'
import type { HeardWord, Recording } from './labelled.ts'

/** Captions as the number of words on each of their lines. */
export type Cut = readonly (readonly number[])[]

/** The document of a recording, cut by the product. */
export function documentOf({ words, lang }: Pick<Recording, 'words' | 'lang'>, profile: Profile) {
  return createDocument({
    id: 'd',
    lang,
    provenance: { engine: 'bench', model: 'bench' },
    profile: profile.id,
    media: { id: 'm', durMs: (words.at(-1)?.endMs ?? 0) + 5_000, fps: { n: 24, d: 1 }, w: 1_080, h: 1_920 },
    words: words.map((word) => ({ ...word, confidence: 1, timing: 'asr' })),
  })
}

/** The product's cut. */
export function cutByProduct(recording: Recording, profile: Profile): Cut {
  const doc = documentOf(recording, PROFILES[profile.id])
  return cuesOf(doc).map((cue) => linesOf(doc, cue).map((line) => line.length))
}

/** Fills each line, and each caption with lines. */
export function cutGreedily(words: readonly HeardWord[], { maxCharsPerLine, maxLines }: Profile): Cut {
  const lines = fillLines(words, maxCharsPerLine)
  const captions: number[][] = []
  for (const [at, line] of lines.entries()) {
    if (at % maxLines === 0) captions.push([line])
    else captions.at(-1)?.push(line)
  }
  return captions
}

/** Pages of another splitter, their lines filled. */
export function cutPages(words: readonly HeardWord[], pages: readonly number[], { maxCharsPerLine }: Profile): Cut {
  let start = 0
  return pages.map((count) => fillLines(words.slice(start, (start += count)), maxCharsPerLine))
}

function fillLines(words: readonly HeardWord[], maxChars: number): number[] {
  const lines: number[] = []
  let columns = 0
  for (const { text } of words) {
    const count = lines.at(-1)
    if (count === undefined || columns + 1 + text.length > maxChars) {
      lines.push(1)
      columns = text.length
    } else {
      lines.splice(-1, 1, count + 1)
      columns += 1 + text.length
    }
  }
  return lines
}
