import type { FontFace as CaptionFont } from '../model/index.ts'

/** Files that are fetched, or being fetched, by family. */
const fetched = new Map<string, Promise<FontFace>>()
const loaded = new Set<string>()

/**
 * Loads caption fonts; each file is fetched once, on demand. Rejects when one cannot be fetched; the next call retries.
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[]): Promise<void> {
  const files = await Promise.all(faces.map(async (face) => ({ face, file: await fetchOnce(face) })))
  // Added together: the browser lays out the page again after each added font.
  for (const { face, file } of files) {
    document.fonts.add(file)
    loaded.add(face.family)
  }
}

/** Whether all of these caption fonts are loaded. */
export function areCaptionFontsLoaded(faces: readonly CaptionFont[]): boolean {
  return faces.every(({ family }) => loaded.has(family))
}

function fetchOnce({ family, weight, file, source = `/fonts/${file}` }: CaptionFont): Promise<FontFace> {
  const known = fetched.get(family)
  if (known !== undefined) return known
  const started = new FontFace(family, `url(${source})`, { weight }).load()
  fetched.set(family, started)
  started.catch(() => fetched.delete(family))
  return started
}
