import { type Block, parseText, plainText, sectionsOf, slugOf } from './rich-text.ts'

/** One version of the product. */
export type Release = {
  /** Anchor of the release: `#0.2.0`. */
  readonly id: string
  /** `0.2.0`, or `Unreleased`. */
  readonly name: string
  /** `2026-11-21`; null for unreleased changes. */
  readonly date: string | null
  /** Changes for creators. */
  readonly blocks: readonly Block[]
  /** Changes only for operators; may be empty. */
  readonly operatorBlocks: readonly Block[]
}

/**
 * The releases of a changelog, newest first and unreleased changes before them, in any input order.
 * @param source Markdown with a heading for each release: `## 0.2.0 (2026-11-21)`, `## [0.2.0] - 2026-11-21`. Changes
 *   from a paragraph that starts with `For those who run it themselves:` are for operators.
 * @param o.sells false leaves out changes of what the site would sell
 */
export function releasesOf(source: string, { sells }: { sells: boolean } = { sells: true }): readonly Release[] {
  const { sections } = sectionsOf(sells ? parseText(source) : withoutSales(parseText(source)), 2)
  return sections
    .map(({ title, blocks }) => {
      const date = /\d{4}-\d{2}-\d{2}/.exec(title)?.[0] ?? null
      const name = nameOf(date === null ? title : title.replace(date, ''))
      return { id: slugOf(name), name, date, ...splitByReader(blocks) }
    })
    .toSorted((one, other) => (other.date ?? LAST).localeCompare(one.date ?? LAST))
}

/** The blocks without list items and paragraphs about sales. */
function withoutSales(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind !== 'list') return block.kind === 'paragraph' && isAboutSales([block]) ? [] : [block]
    const items = block.items.filter((line) => !isAboutSales([{ kind: 'paragraph', line }]))
    return items.length === 0 ? [] : [{ ...block, items }]
  })
}

function isAboutSales(blocks: readonly Block[]): boolean {
  return SALES_WORDS.test(plainText(blocks))
}

/** The words of a change that only a site with sales has. */
const SALES_WORDS = /\b(pric|plans?\b|credits?\b|upgrad|commission|affiliate|payout|refund|billing|invoice|pay)|\$/iu

function splitByReader(blocks: readonly Block[]): Pick<Release, 'blocks' | 'operatorBlocks'> {
  const at = blocks.findIndex((block) => block.kind === 'paragraph' && plainText([block]).startsWith(OPERATOR_HEADING))
  if (at < 0) return { blocks, operatorBlocks: [] }
  const lead = blocks[at]
  const isLeadAlone = lead !== undefined && plainText([lead]) === OPERATOR_HEADING
  return { blocks: blocks.slice(0, at), operatorBlocks: blocks.slice(isLeadAlone ? at + 1 : at) }
}

const OPERATOR_HEADING = 'For those who run it themselves:'
/** Sorts after every date. */
const LAST = '9999-99-99'

/** The name, without the brackets and dashes of its date. */
function nameOf(title: string): string {
  return title
    .replaceAll(/[()[\]]/g, '')
    .replace(/(?<![\s–—-])[\s–—-]+$/, '')
    .trim()
}
