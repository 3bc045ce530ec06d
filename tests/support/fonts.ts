import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** A font file of a package under `@fontsource` or `@fontsource-variable`. */
async function fontFile(name: string, file: string): Promise<Buffer> {
  return readFile(join(dirname(require.resolve(`${name}/package.json`)), 'files', file))
}

/** A static Latin font, bold. */
export function boldFont(): Promise<Buffer> {
  return fontFile('@fontsource/montserrat', 'montserrat-latin-700-normal.woff2')
}

/** A font with a `wght` axis. */
export function variableFont(): Promise<Buffer> {
  return fontFile('@fontsource-variable/instrument-sans', 'instrument-sans-latin-wght-normal.woff2')
}

/** A font of 326 kB, with many axes. */
export function largeFont(): Promise<Buffer> {
  return fontFile('@fontsource-variable/roboto-flex', 'roboto-flex-latin-full-normal.woff2')
}

/** The same font as TrueType, which can be edited byte by byte. */
export async function asTrueType(font: Uint8Array): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'font-'))
  try {
    const [from, to] = [join(directory, 'from'), join(directory, 'to')]
    await writeFile(from, font)
    await run('ots-sanitize', [from, to])
    return await readFile(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A TrueType font with other embedding permissions. @param fsType as in its `OS/2` table */
export function withFsType(font: Uint8Array, fsType: number): Buffer {
  const copy = Buffer.from(font)
  copy.writeUInt16BE(fsType, tableAt(copy, 'OS/2') + 8)
  return copy
}

function tableAt(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4)
  for (let table = 0; table < tables; table += 1) {
    const record = 12 + table * 16
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  }
  throw new Error(`no table ${tag}`)
}
