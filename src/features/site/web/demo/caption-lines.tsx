import type { CSSProperties } from 'react'
import './caption-demo.css'

/** Lines of words, styled by a parent's `data-look` of demo-templates.css. Decorative. */
export function CaptionLines({ lines }: { lines: readonly (readonly string[])[] }) {
  return lines.map((words, line) => (
    <p key={words.join(' ')} className="line" style={wordNumber(line * WORDS_A_LINE)}>
      <span className="run">
        {words.map((word, index) => (
          <Word key={word} text={word} number={line * WORDS_A_LINE + index} />
        ))}
      </span>
    </p>
  ))
}

/** A word with a space after it, for looks that set words as running text. */
function Word({ text, number }: { text: string; number: number }) {
  return (
    <>
      <span className="word" data-text={text} style={wordNumber(number)}>
        {text}
      </span>{' '}
    </>
  )
}

/** The stylesheet relies on it. */
const WORDS_A_LINE = 4

function wordNumber(number: number): CSSProperties {
  return Object.fromEntries([['--word', String(number)]])
}
