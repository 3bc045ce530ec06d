import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { DemoScene } from './demo-scene.tsx'
import './caption-demo.css'

/** Captions playing over a picture, drawn by CSS: choosing a look restyles them at once. No video bytes. */
export function CaptionDemo() {
  const [look, setLook] = useState<Look>('pill')
  const [paused, setPaused] = useState(false)
  return (
    <div className="mx-auto grid w-full max-w-[19rem] justify-items-center gap-4">
      <figure
        data-look={look}
        data-paused={paused || undefined}
        className="caption-demo relative aspect-9/16 w-full overflow-hidden rounded-xl border border-border-strong bg-black shadow-float"
      >
        <DemoScene />
        <div aria-hidden="true" key={look}>
          {LINES.map((line, lineIndex) => (
            <p key={line.join(' ')} className="line" style={wordNumber(lineIndex * 4)}>
              {line.map((word, index) => (
                <span key={word} className="word" style={wordNumber(lineIndex * 4 + index)}>
                  {word}
                </span>
              ))}
            </p>
          ))}
        </div>
        <figcaption className="sr-only">
          A vertical clip whose captions light up word by word as they are spoken.
        </figcaption>
        <button
          type="button"
          aria-label={paused ? 'Play the demo' : 'Pause the demo'}
          onClick={() => setPaused(!paused)}
          className="hit-target absolute right-2 bottom-2 grid size-7 place-items-center rounded-full bg-black/50 text-white/90 transition-colors hover:bg-black/75 [&_svg]:size-3.5"
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </button>
      </figure>
      <div role="group" aria-label="Caption look" className="flex flex-wrap justify-center gap-1.5">
        {LOOKS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={look === id}
            onClick={() => setLook(id)}
            className={classNames(
              'hit-target h-8 rounded-full border px-3 text-sm transition-colors',
              look === id ? 'border-accent-text text-accent-text' : 'border-border-strong text-muted hover:text-text',
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

type Look = 'pill' | 'karaoke' | 'pop' | 'boxed' | 'bounce'

const LOOKS: readonly { id: Look; label: string }[] = [
  { id: 'pill', label: 'Follow Pill' },
  { id: 'karaoke', label: 'Karaoke' },
  { id: 'pop', label: 'One Word Pop' },
  { id: 'boxed', label: 'Boxed' },
  { id: 'bounce', label: 'Bounce' },
]

/** Four words a line: the stylesheet counts on it. */
const LINES = [
  ['Say', 'it', 'once,', 'then'],
  ['watch', 'every', 'word', 'land'],
  ['right', 'on', 'the', 'beat'],
  ['and', 'post', 'it', 'today'],
]

function wordNumber(number: number): CSSProperties {
  return Object.fromEntries([['--word', String(number)]])
}
