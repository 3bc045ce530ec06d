/**
 * Writes which characters each shipped font file contains, from the @fontsource packages, so that the painter loads
 * only the files a text needs. Run it after updating a font package: `node scripts/font-subsets.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Family → its package and the subsets we use; `null` uses all. The order is that of fallback. */
const FAMILIES = {
  inter: { package: 'inter', subsets: null },
  montserrat: { package: 'montserrat', subsets: null },
  arabic: { package: 'noto-sans-arabic', subsets: ['arabic'] },
  hebrew: { package: 'noto-sans-hebrew', subsets: ['hebrew'] },
  devanagari: { package: 'noto-sans-devanagari', subsets: ['devanagari'] },
  japanese: { package: 'noto-sans-jp', subsets: null },
  symbols: { package: 'noto-sans-arabic', subsets: ['math', 'symbols'] },
} as const

const target = new URL('../src/features/rendering/model/font-subsets.json', import.meta.url)

/** The content of font-subsets.json for the installed packages. */
export async function fontSubsets(): Promise<Record<string, { package: string; subsets: Record<string, string> }>> {
  const entries = Object.entries(FAMILIES).map(async ([family, { package: name, subsets }]) => {
    const url = new URL(`../node_modules/@fontsource/${name}/unicode.json`, import.meta.url)
    const ranges = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(url, 'utf8')))
    const wanted = subsets ?? Object.keys(ranges)
    const picked = wanted.map((subset) => [subset.replace(/[[\]]/g, ''), compact(ranges[subset] ?? '')] as const)
    return [family, { package: name, subsets: Object.fromEntries(picked.toReversed()) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function compact(ranges: string): string {
  return ranges.replaceAll('U+', '').toLowerCase()
}

if (import.meta.main) await writeFile(target, `${JSON.stringify(await fontSubsets(), null, 1)}\n`)
