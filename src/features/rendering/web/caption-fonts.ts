import type { FontFace as CaptionFont } from '../model/index.ts'

const loading = new Map<string, Promise<void>>()

/**
 * Makes caption fonts known to this page; each file is fetched once, and only when captions need it.
 * Rejects when one cannot be fetched; the next call tries again.
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[]): Promise<void> {
  await Promise.all(faces.map(loadOnce))
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
}
