import type { FontFace as CaptionFont } from '../model/index.ts'

/** Files that are fetched, or being fetched, by family. */
const fetched = new Map<string, Promise<FontFace>>()
const loaded = new Set<string>()

/**
 * Loads caption fonts; each file is fetched once, on demand. Rejects when one cannot be fetched; the next call retries.
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[]): Promise<void> {
  await Promise.all(faces.map(fetchOnce))
  for (const { family } of faces) loaded.add(family)
}

/** Whether all of these caption fonts are loaded. */
export function areCaptionFontsLoaded(faces: readonly CaptionFont[]): boolean {
  return faces.every(({ family }) => loaded.has(family))
}

function fetchOnce({ family, weight, file, source = `/fonts/${file}` }: CaptionFont): Promise<FontFace> {
  const known = fetched.get(family)
  if (known !== undefined) return known
  const font = new FontFace(family, `url(${source})`, { weight })
  // The browser lays out the whole page again after each added font: added at once, before the page of an opening
  // editor is laid out for the first time, it costs nothing.
  document.fonts.add(font)
  const started = font.load()
  fetched.set(family, started)
  started.catch(() => {
    fetched.delete(family)
    document.fonts.delete(font)
  })
  return started
}
