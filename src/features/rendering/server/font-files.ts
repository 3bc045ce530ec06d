import { GlobalFonts } from '@napi-rs/canvas'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { FONT_WEIGHTS } from '#features/templates/model/index.ts'
import { allFaces, type FontFace } from '../model/fonts.ts'

const require = createRequire(import.meta.url)

type FontFile = Pick<FontFace, 'package' | 'file'>

/** The path of a shipped font file. */
function fontPath({ package: name, file }: FontFile): string {
  if (name === null) return join(import.meta.dirname, file)
  return join(dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files', file)
}

let served: ReadonlyMap<string, FontFile> | undefined

/** The path of a font file under `/fonts/<file>`; undefined for any other file. */
export function servedFontPath(file: string): string | undefined {
  served ??= new Map(allFaces(FONT_WEIGHTS).map((face) => [face.file, face]))
  const face = served.get(file)
  return face && fontPath(face)
}

/** Registers fonts with the canvas engine of this process; each is read once. */
export function registerFonts(faces: readonly FontFace[]): void {
  for (const face of faces) {
    if (GlobalFonts.has(face.family)) continue
    if (GlobalFonts.register(readFileSync(fontPath(face)), face.family) === null) {
      throw new Error(`The font file ${face.file} cannot be read`)
    }
  }
}
