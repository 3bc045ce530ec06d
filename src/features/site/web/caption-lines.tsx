import type { CSSProperties } from 'react'
import './caption-demo.css'

/** Words in lines, ready to be dressed by a `data-look` of caption-looks.css above them. Decoration only. */
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

/** The space after it counts where a look sets its words as running text. */
function Word({ text, number }: { text: string; number: number }) {
  return (
    <>
      <span className="word" data-text={text} style={wordNumber(number)}>
        {text}
      </span>{' '}
    </>
  )
}

/** The stylesheet counts on it. */
const WORDS_A_LINE = 4

function wordNumber(number: number): CSSProperties {
  return Object.fromEntries([['--word', String(number)]])
}
