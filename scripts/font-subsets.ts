/**
 * Writes which characters each shipped font file contains, from the @fontsource packages, so that the painter loads
 * only the files a text needs. Run it after updating a font package: `node scripts/font-subsets.ts`.
 */
import { create } from 'fontkit'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { FONT_FAMILIES, fontFamily, isFontFamily } from '#features/templates/model/index.ts'

/** The fallbacks of other scripts: family → its package and the subsets we use; `null` uses all. */
const FALLBACKS = {
  arabic: { package: 'noto-sans-arabic', subsets: ['arabic'] },
  hebrew: { package: 'noto-sans-hebrew', subsets: ['hebrew'] },
  devanagari: { package: 'noto-sans-devanagari', subsets: ['devanagari'] },
  thai: { package: 'noto-sans-thai', subsets: ['thai'] },
  japanese: { package: 'noto-sans-jp', subsets: null },
  symbols: { package: 'noto-sans-arabic', subsets: ['math', 'symbols'] },
} as const

/** Scripts in one file for all of their letters, by Unicode block. */
const WHOLE_SCRIPTS = {
  korean: { package: 'noto-sans-kr', subset: 'korean', ranges: '1100-11ff,3130-318f,ac00-d7a3' },
  chinese: { package: 'noto-sans-sc', subset: 'chinese-simplified', ranges: '3000-303f,3400-4dbf,4e00-9fff,ff00-ffef' },
} as const

/** Their packages list more characters than their files contain, but published templates were drawn by those lists. */
const BY_LIST = new Set(['inter', 'montserrat'])

/** Families → their package, and their files → an index of `ranges`, since many files have the same characters. */
export type FontSubsets = {
  readonly ranges: readonly string[]
  readonly families: Readonly<Record<string, { readonly package: string; readonly subsets: Record<string, number> }>>
}

const MODEL = new URL('../src/features/rendering/model/fonts/', import.meta.url)

/** The content of font-subsets.json for the installed packages. */
export async function fontSubsets(): Promise<FontSubsets> {
  const ranges: string[] = []
  const families: Record<string, { package: string; subsets: Record<string, number> }> = {}
  const indexOf = (list: string) => (ranges.includes(list) ? ranges.indexOf(list) : ranges.push(list) - 1)
  for (const [id, { package: name, subsets }] of await listAll()) {
    families[id] = {
      package: name,
      subsets: Object.fromEntries(subsets.map(([subset, list]) => [subset, indexOf(list)])),
    }
  }
  return { ranges, families }
}

/** The content of `<script>-slices.json`: the files of one script's font with some of its letters each, for samples. */
export async function fontSlices(script: keyof typeof WHOLE_SCRIPTS): Promise<Readonly<Record<string, string>>> {
  const { package: name, subset, ranges } = WHOLE_SCRIPTS[script]
  const folder = new URL(`../node_modules/@fontsource/${name}/files/`, import.meta.url)
  const fileOf = async (part: string) => readFile(new URL(`${name}-${part}-700-normal.woff2`, folder))
  const drawn = contained(ranges, await fileOf(subset))
  const numbered = Object.keys(await rangesOf(`@fontsource/${name}`)).filter((key) => /^\[\d+\]$/u.test(key))
  const slices: Record<string, string> = {}
  for (const slice of numbered.map((key) => key.slice(1, -1))) {
    const list = contained(drawn, await fileOf(slice))
    if (list !== '') slices[slice] = list
  }
  return slices
}

type Listed = readonly [string, { readonly package: string; readonly subsets: readonly (readonly [string, string])[] }]

async function listAll(): Promise<Listed[]> {
  const own = Object.keys(FONT_FAMILIES)
    .filter(isFontFamily)
    .map(async (id): Promise<Listed> => [id, { package: id, subsets: await subsetsOf(id) }])
  const fallbacks = Object.entries(FALLBACKS).map(async ([id, { package: name, subsets }]): Promise<Listed> => {
    const ranges = await rangesOf(`@fontsource/${name}`)
    const wanted: readonly string[] = subsets ?? Object.keys(ranges)
    const picked = wanted.map((subset) => [subset.replace(/[[\]]/g, ''), compact(ranges[subset] ?? '')] as const)
    return [id, { package: name, subsets: picked.toReversed() }]
  })
  const whole = Object.entries(WHOLE_SCRIPTS).map(([id, { package: name, subset, ranges }]): Listed => [
    id,
    { package: name, subsets: [[subset, ranges]] },
  ])
  return [...(await Promise.all([...own, ...fallbacks])), ...whole]
}

/** The files of a family with the characters that they contain. */
async function subsetsOf(id: keyof typeof FONT_FAMILIES): Promise<[string, string][]> {
  const isVariable = fontFamily(id).axis !== undefined
  const listed = Object.entries(await rangesOf(`@fontsource${isVariable ? '-variable' : ''}/${id}`)).toReversed()
  const subsets: [string, string][] = []
  for (const [subset, ranges] of listed) {
    const path = isVariable
      ? `../src/features/rendering/server/own-font-files/${id}-${subset}-variable.woff`
      : `../node_modules/@fontsource/${id}/files/${id}-${subset}-${fontFamily(id).weights[0]}-normal.woff`
    const file = await readFile(new URL(path, import.meta.url)).catch(() => null)
    if (file === null) continue
    const list = BY_LIST.has(id) ? compact(ranges) : contained(compact(ranges), file)
    if (list !== '') subsets.push([subset, list])
  }
  return subsets
}

async function rangesOf(name: string): Promise<Record<string, string>> {
  const url = new URL(`../node_modules/${name}/unicode.json`, import.meta.url)
  return z.record(z.string(), z.string()).parse(JSON.parse(await readFile(url, 'utf8')))
}

function compact(ranges: string): string {
  return ranges.replaceAll('U+', '').toLowerCase()
}

/** The part of the listed characters that a font file has letters for, as ranges. */
function contained(listed: string, file: Buffer): string {
  const font = create(file)
  if (!('characterSet' in font)) throw new Error('a font file is one font')
  const has = new Set(font.characterSet)
  const ranges: [number, number][] = []
  for (const [first, last] of pairsOf(listed)) {
    for (let point = first; point <= last; point += 1) {
      if (!has.has(point)) continue
      const open = ranges.at(-1)
      if (open !== undefined && point === open[1] + 1) open[1] = point
      else ranges.push([point, point])
    }
  }
  return ranges.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`)).join(',')
}

function pairsOf(list: string): [number, number][] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

function hex(point: number): string {
  return point.toString(16)
}

if (import.meta.main) {
  await write('font-subsets.json', await fontSubsets())
  await write('korean-slices.json', await fontSlices('korean'))
  await write('chinese-slices.json', await fontSlices('chinese'))
}

async function write(file: string, content: unknown): Promise<void> {
  await writeFile(new URL(file, MODEL), `${JSON.stringify(content, null, 2)}\n`)
}
