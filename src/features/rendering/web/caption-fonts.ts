import type { FontFace as CaptionFont } from '../model/index.ts'

const loading = new Map<string, Promise<void>>()
const loaded = new Set<string>()

/**
 * Makes caption fonts known to this page; each file is fetched once, and only when captions need it.
 * Rejects when one cannot be fetched; the next call tries again.
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[]): Promise<void> {
  await Promise.all(faces.map(loadOnce))
}

/** Whether none of these caption fonts has to be waited for. */
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
