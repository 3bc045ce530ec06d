import { applyPatches, type Look, type Template } from '#features/templates/model/index.ts'
import type { Caption, CaptionWord } from '../caption.ts'
import type { ScenePage } from './scene-page.ts'

/** Caches laid-out captions between scenes, so that an edit lays out only the captions it changes. */
export type LayoutCache = {
  /**
   * The pages of a caption. Calls `layOut` only if the words or inputs changed since its last layout.
   * @param inputs everything besides the words that affects the layout, compared by identity
   */
  pagesOf(
    words: readonly CaptionWord[],
    inputs: readonly unknown[],
    layOut: () => readonly ScenePage[],
  ): readonly ScenePage[]
}

/** An empty cache. It drops a caption once nothing else references its words. */
export function createLayoutCache(): LayoutCache {
  const entries = new WeakMap<readonly CaptionWord[], { inputs: readonly unknown[]; pages: readonly ScenePage[] }>()
  return {
    pagesOf(words, inputs, layOut) {
      const known = entries.get(words)
      if (known !== undefined && inputs.every((input, at) => input === known.inputs[at])) return known.pages
      const pages = layOut()
      entries.set(words, { inputs, pages })
      return pages
    },
  }
}

type Patches = Caption['patches']
type LooksByPatches = WeakMap<Patches, Look>
const looks = { moving: new WeakMap<Template, LooksByPatches>(), calm: new WeakMap<Template, LooksByPatches>() }

/** A template's look with a creator's patches; the same object for the same lists. */
export function lookOf(template: Template, patches: Patches, { reducedMotion = false } = {}): Look {
  const ofMotion = reducedMotion ? looks.calm : looks.moving
  const known = ofMotion.get(template) ?? new WeakMap<Patches, Look>()
  ofMotion.set(template, known)
  const look = known.get(patches) ?? applyPatches(template, patches, { reducedMotion })
  known.set(patches, look)
  return look
}
