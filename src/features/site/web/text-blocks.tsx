/* oxlint-disable react/no-array-index-key -- the pieces of a text never change places */
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '../model/rich-text.ts'

/** A text as a page shows it: lines of 60 to 70 letters, tables at full width. */
export function TextBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <TextBlock key={at} block={block} />)
}

/** A line of text with strong text, code and links. */
function TextLine({ line }: { line: readonly Inline[] }) {
  return line.map((piece, at) => <Fragment key={at}>{pieceOf(piece)}</Fragment>)
}

/** Style of a link within text. */
export const TEXT_LINK =
  'text-accent-text underline decoration-accent-text/35 underline-offset-[3px] transition-colors hover:decoration-accent-text [overflow-wrap:anywhere]'

function TextBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return (
        <p className="mt-4 max-w-[36rem] first:mt-0">
          <TextLine line={block.line} />
        </p>
      )
    case 'list':
      return block.start === undefined ? (
        <ul className="mt-4 grid max-w-[36rem] gap-2.5 first:mt-0">
          {block.items.map((item, at) => (
            <li
              key={at}
              className="relative pl-5 before:absolute before:top-[0.7em] before:left-0.5 before:size-1.5 before:rounded-full before:bg-accent"
            >
              <TextLine line={item} />
            </li>
          ))}
        </ul>
      ) : (
        <ol start={block.start} className="mt-4 max-w-[36rem] pl-5 first:mt-0" style={{ listStyle: 'decimal' }}>
          {block.items.map((item, at) => (
            <li key={at}>
              <TextLine line={item} />
            </li>
          ))}
        </ol>
      )
    case 'table':
      return <TextTable {...block} />
    default:
      return block satisfies never
  }
}

function Heading({ level, text, id }: Extract<Block, { kind: 'heading' }>) {
  return level === 2 ? (
    <h2 id={id} className="mt-12 scroll-mt-24 text-2xl text-text first:mt-0">
      {text}
    </h2>
  ) : (
    <h3 id={id} className="mt-8 scroll-mt-24 text-xl text-text first:mt-0">
      {text}
    </h3>
  )
}

/** On a phone each row becomes an entry: its name, then its cells with their column names. */
function TextTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table className="mt-6 w-full max-w-3xl border-y border-border text-base first:mt-0 max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col" className="py-2.5 pr-6 text-left text-sm font-medium text-faint last:pr-0">
              <TextLine line={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row, at) => (
          <tr key={at} className="border-t border-border align-top max-sm:grid max-sm:gap-1 max-sm:py-4">
            {row.map((cell, column) => (
              <Cell key={column} first={column === 0} label={head[column]}>
                <TextLine line={cell} />
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({
  first,
  label,
  children,
}: {
  first: boolean
  label?: readonly Inline[] | undefined
  children: ReactNode
}) {
  if (first) {
    return (
      <th scope="row" className="py-3 pr-6 text-left font-medium text-text sm:w-1/3 max-sm:p-0">
        {children}
      </th>
    )
  }
  return (
    <td className="py-3 pr-6 last:pr-0 max-sm:p-0 max-sm:text-sm">
      {label !== undefined && (
        <span aria-hidden="true" className="text-faint sm:hidden">
          <TextLine line={label} />:{' '}
        </span>
      )}
      {children}
    </td>
  )
}

function pieceOf(piece: Inline): ReactNode {
  switch (piece.kind) {
    case 'strong':
      return <strong className="font-semibold text-text">{piece.text}</strong>
    case 'code':
      return (
        <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.85em] text-text [overflow-wrap:anywhere]">
          {piece.text}
        </code>
      )
    case 'link':
      return <TextLink href={piece.href}>{piece.text}</TextLink>
    case 'text':
      return piece.text
    default:
      return piece satisfies never
  }
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/') || href.startsWith('#')) {
    return (
      <Link to={href} className={TEXT_LINK}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={TEXT_LINK}>
      {children}
    </a>
  )
}
