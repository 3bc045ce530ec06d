import type { Caption, CaptionTrack } from './caption.ts'

const NONE: readonly string[] = []
const lastEmoji = new WeakMap<readonly Caption[], readonly string[]>()

/** The emoji attached to words of these captions, each once. */
export function emojiOf({ captions }: CaptionTrack): readonly string[] {
  const known = lastEmoji.get(captions)
  if (known !== undefined) return known
  const decorated = captions.filter(({ hasDecor }) => hasDecor)
  const found =
    decorated.length === 0
      ? NONE
      : [
          ...new Set(
            decorated.flatMap(({ words }) => words.flatMap(({ decor = [] }) => decor.map(({ emoji }) => emoji))),
          ),
        ]
  lastEmoji.set(captions, found)
  return found
}
