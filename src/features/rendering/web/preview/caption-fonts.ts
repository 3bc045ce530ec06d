import {
  type FontFace as CaptionFont,
  type FontSlice,
  type FontSlices,
  pageSource,
  slicesFor,
} from '../../model/index.ts'

/** A font that is fetched, or being fetched. */
type Fetched = { readonly font: FontFace; readonly family: string; readonly ended: Promise<unknown> }

/** Whole fonts by their family, slices by their file; see `slicesFor`. */
const fetched = new Map<string, Fetched>()
/** The keys of those that are loaded. */
const loaded = new Set<string>()

/** Which characters each slice has, by package. */
const TABLES = new Map<string | null, () => Promise<{ readonly default: FontSlices }>>([
  ['noto-sans-kr', () => import('../../model/fonts/korean-slices.json')],
  ['noto-sans-sc', () => import('../../model/fonts/chinese-slices.json')],
])
const tables = new Map<string | null, FontSlices>()

/**
 * Loads caption fonts; each file is fetched once, on demand. Rejects when one cannot be fetched; the next call retries.
 * @param sample the words of a sample: of large fonts, only slices with their letters are loaded
 */
export async function loadCaptionFonts(faces: readonly CaptionFont[], sample?: string): Promise<void> {
  await Promise.all(faces.map((face) => (sample === undefined ? loadWhole(face) : loadFor(sample, face))))
}

/** Whether these caption fonts are loaded. @param sample the words of a sample, if they are for one */
export function areCaptionFontsLoaded(faces: readonly CaptionFont[], sample?: string): boolean {
  return faces.every((face) => {
    if (loaded.has(face.family)) return true
    const table = tables.get(face.package)
    if (sample === undefined || table === undefined) return false
    return slicesFor(face, sample, table).every(({ file }) => loaded.has(file))
  })
}

async function loadWhole(face: CaptionFont): Promise<void> {
  const { family, weight } = face
  await fetchOnce(family, family, () => new FontFace(family, `url(${pageSource(face)})`, { weight }))
  for (const [key, slice] of fetched) if (slice.family === family && key !== family) forget(key)
}

async function loadFor(sample: string, face: CaptionFont): Promise<void> {
  const table = await tableOf(face.package)
  if (table === undefined || loaded.has(face.family)) return loadWhole(face)
  await Promise.all(slicesFor(face, sample, table).map(loadSlice))
}

function loadSlice({ family, weight, file, unicodeRange }: FontSlice): Promise<void> {
  return fetchOnce(file, family, () => new FontFace(family, `url(/fonts/${file})`, { weight, unicodeRange }))
}

async function tableOf(name: string | null): Promise<FontSlices | undefined> {
  const table = tables.get(name) ?? (await TABLES.get(name)?.())?.default
  if (table !== undefined) tables.set(name, table)
  return table
}

async function fetchOnce(key: string, family: string, create: () => FontFace): Promise<void> {
  const known = fetched.get(key)
  if (known !== undefined) return void (await known.ended)
  const font = create()
  // The browser lays out the whole page again after each added font: added at once, before the page of an opening
  // editor is laid out for the first time, it costs nothing.
  document.fonts.add(font)
  const ended = font.load()
  fetched.set(key, { font, family, ended })
  try {
    await ended
    loaded.add(key)
  } catch (error) {
    forget(key)
    throw error
  }
}

function forget(key: string): void {
  const known = fetched.get(key)
  if (known !== undefined) document.fonts.delete(known.font)
  fetched.delete(key)
  loaded.delete(key)
}
