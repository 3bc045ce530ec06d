/**
 * Writes the font files of variable families: their packages hold WOFF2 only, of which @napi-rs/canvas 1.1.1 loses
 * letters, so each is stored as WOFF with the same tables. Run it after updating one: `node scripts/variable-fonts.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { decompress } from 'wawoff2'
import { FONT_FAMILIES } from '#features/templates/model/index.ts'

/** Subsets worth their size; letters of others come from the fallbacks. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek']
const target = new URL('../src/features/rendering/server/own-font-files/', import.meta.url)

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

await mkdir(target, { recursive: true })
for (const [id, family] of Object.entries(FONT_FAMILIES)) {
  if (!('axis' in family)) continue
  const licence = new URL(`../node_modules/@fontsource-variable/${id}/LICENSE`, import.meta.url)
  await copyFile(licence, new URL(`${id}-licence.txt`, target))
  for (const subset of SUBSETS) {
    const source = `../node_modules/@fontsource-variable/${id}/files/${id}-${subset}-wght-normal.woff2`
    const woff2 = await readFile(new URL(source, import.meta.url)).catch(() => null)
    if (woff2 === null) continue
    await writeFile(new URL(`${id}-${subset}-variable.woff`, target), woffOf(Buffer.from(await decompress(woff2))))
  }
}

/** A TrueType font as WOFF 1.0 (W3C Recommendation, 2012). */
function woffOf(sfnt: Buffer): Buffer {
  const count = sfnt.readUInt16BE(4)
  const directory = Buffer.alloc(count * WOFF_ENTRY)
  const data: Buffer[] = []
  let offset = WOFF_HEADER + directory.length
  for (let table = 0; table < count; table += 1) {
    const entry = SFNT_HEADER + table * SFNT_ENTRY
    const start = sfnt.readUInt32BE(entry + 8)
    const length = sfnt.readUInt32BE(entry + 12)
    const packed = shortest(sfnt.subarray(start, start + length))
    const at = table * WOFF_ENTRY
    sfnt.copy(directory, at, entry, entry + 4)
    directory.writeUInt32BE(offset, at + 4)
    directory.writeUInt32BE(packed.length, at + 8)
    directory.writeUInt32BE(length, at + 12)
    sfnt.copy(directory, at + 16, entry + 4, entry + 8)
    data.push(packed, Buffer.alloc(padding(packed.length)))
    offset += packed.length + padding(packed.length)
  }
  const header = Buffer.alloc(WOFF_HEADER)
  header.write('wOFF', 'latin1')
  sfnt.copy(header, 4, 0, 4)
  header.writeUInt32BE(offset, 8)
  header.writeUInt16BE(count, 12)
  header.writeUInt32BE(sfntSize(sfnt, count), 16)
  return Buffer.concat([header, directory, ...data])
}

/** A table, compressed if that makes it shorter. */
function shortest(table: Buffer): Buffer {
  const deflated = deflateSync(table, { level: 9 })
  return deflated.length < table.length ? deflated : table
}

/** Tables begin at multiples of four bytes. */
function padding(length: number): number {
  return (4 - (length % 4)) % 4
}

function sfntSize(sfnt: Buffer, count: number): number {
  let size = SFNT_HEADER + count * SFNT_ENTRY
  for (let table = 0; table < count; table += 1) {
    const length = sfnt.readUInt32BE(SFNT_HEADER + table * SFNT_ENTRY + 12)
    size += length + padding(length)
  }
  return size
}
