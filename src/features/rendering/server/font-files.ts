import { GlobalFonts } from '@napi-rs/canvas'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chineseSlices from '../model/fonts/chinese-slices.json' with { type: 'json' }
import { type FontSlices, sliceFile } from '../model/fonts/font-slices.ts'
import { allFaces, type FontFace, pageFile, WEIGHTS } from '../model/fonts/fonts.ts'
import koreanSlices from '../model/fonts/korean-slices.json' with { type: 'json' }

const require = createRequire(import.meta.url)

type FontFile = Pick<FontFace, 'package' | 'file'>

/** The folder of the font files that we made. */
export const OWN_FONT_FILES = join(import.meta.dirname, 'own-font-files')

/** The folder of a font package. */
export function packageFolder(name: string): string {
  return dirname(require.resolve(`@fontsource/${name}/package.json`))
}

/** The path of a shipped font file. */
function fontPath({ package: name, file }: FontFile): string {
  if (name === null) return join(OWN_FONT_FILES, file)
  return join(packageFolder(name), 'files', file)
}

let served: ReadonlyMap<string, FontFile> | undefined

/** The path of a font file under `/fonts/<file>`; undefined for any other file. */
export function servedFontPath(file: string): string | undefined {
  served ??= new Map(
    [
      ...allFaces().flatMap((face) => [face, { package: face.package, file: pageFile(face) }]),
      ...slicesOf('noto-sans-kr', koreanSlices),
      ...slicesOf('noto-sans-sc', chineseSlices),
    ].map((each) => [each.file, each]),
  )
  const face = served.get(file)
  return face && fontPath(face)
}

function slicesOf(name: string, slices: FontSlices): FontFile[] {
  return Object.keys(slices).flatMap((slice) =>
    WEIGHTS.map((weight) => ({ package: name, file: sliceFile(name, slice, weight) })),
  )
}

/** Registers fonts with the canvas engine of this process; each is read once. `holdOwnFonts` registers own fonts first. */
export function registerFonts(faces: readonly FontFace[]): void {
  for (const face of faces) {
    if (GlobalFonts.has(face.family)) continue
    if (face.source !== undefined) throw new Error(`The own font ${face.family} is not registered`)
    if (GlobalFonts.register(readFileSync(fontPath(face)), face.family) === null) {
      throw new Error(`The font file ${face.file} cannot be read`)
    }
  }
}
