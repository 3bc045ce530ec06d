import type { Caption, CaptionTrack } from '../caption.ts'
import type { WordDecor } from './decor.ts'

type Attached = { readonly emoji: readonly string[]; readonly assets: readonly string[] }
const NONE: Attached = { emoji: [], assets: [] }
const lastAttached = new WeakMap<readonly Caption[], Attached>()

/** The emoji attached to words of these captions, each once. */
export function emojiOf({ captions }: CaptionTrack): readonly string[] {
  return attachedTo(captions).emoji
}

/** The ids of the pictures attached to words of these captions, each once. */
export function assetsOf({ captions }: CaptionTrack): readonly string[] {
  return attachedTo(captions).assets
}

function attachedTo(captions: readonly Caption[]): Attached {
  const known = lastAttached.get(captions)
  if (known !== undefined) return known
  const decorated = captions.filter(({ hasDecor }) => hasDecor)
  const decor = decorated.flatMap(({ words }) => words.flatMap(({ decor: all = [] }) => all))
  const found = decor.length === 0 ? NONE : { emoji: each(decor, 'emoji'), assets: each(decor, 'assetId') }
  lastAttached.set(captions, found)
  return found
}

function each(decor: readonly WordDecor[], key: 'emoji' | 'assetId'): readonly string[] {
  return [...new Set(decor.flatMap((item) => item[key] ?? []))]
}
