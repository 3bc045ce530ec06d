import type { FontFace as CaptionFont } from '../model/index.ts'

const loading = new Map<string, Promise<void>>()
const loaded = new Set<string>()

/**
 * Loads caption fonts; each file is fetched once, on demand. Rejects when one cannot be fetched; the next call retries.
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[]): Promise<void> {
  await Promise.all(faces.map(loadOnce))
}

/** Whether all of these caption fonts are loaded. */
export function areCaptionFontsLoaded(faces: readonly CaptionFont[]): boolean {
  return faces.every(({ family }) => loaded.has(family))
}

function loadOnce(face: CaptionFont): Promise<void> {
  const known = loading.get(face.family)
  if (known !== undefined) return known
  const started = load(face)
  loading.set(face.family, started)
  started.catch(() => loading.delete(face.family))
  return started
}

async function load({ family, weight, file }: CaptionFont): Promise<void> {
  const face = new FontFace(family, `url(/fonts/${file})`, { weight })
  document.fonts.add(await face.load())
  loaded.add(family)
}
