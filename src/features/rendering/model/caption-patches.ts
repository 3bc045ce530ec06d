import type { Caption } from './caption.ts'

type Patches = ReadonlySet<Caption['patches']>

const patchesOf = new WeakMap<readonly Caption[], Patches>()

/** All lists of patches of captions and their words, each once. */
export function patchesIn(captions: readonly Caption[]): Patches {
  const known = patchesOf.get(captions) ?? findPatches(captions)
  patchesOf.set(captions, known)
  return known
}

/**
 * Notes the patches of captions of which only a part is restyled, so that nobody reads all of them. Those of the
 * captions before stay among them: their fonts are loaded.
 * @param restyled the part, in its new style
 */
export function inheritPatches(
  before: readonly Caption[],
  after: readonly Caption[],
  restyled: readonly Caption[],
): void {
  patchesOf.set(after, new Set([...patchesIn(before), ...findPatches(restyled)]))
}

/** Most captions share the list of the one before them. */
function findPatches(captions: readonly Caption[]): Patches {
  const found = new Set<Caption['patches']>()
  let last: Caption['patches'] | undefined
  for (const { patches, wordPatches } of captions) {
    if (patches !== last) found.add(patches)
    last = patches
    if (wordPatches !== undefined) for (const each of wordPatches) found.add(each)
  }
  return found
}
