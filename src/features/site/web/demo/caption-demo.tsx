import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { CaptionLines } from './caption-lines.tsx'
import { DemoScene } from './demo-scene.tsx'
import { useInView } from './use-in-view.ts'

/**
 * Plays captions over a picture in the looks of real templates, without a video. They stand still until they are in
 * view, since starting their animations took a third of a phone's first frame. Without scripts they stay still, and the
 * controls are hidden.
 */
export function CaptionDemo() {
  const [look, setLook] = useState<string>(LOOKS[0].id)
  const [paused, setPaused] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const seen = useInView(figure)
  return (
    <div className="mx-auto grid w-full max-w-[19rem] justify-items-center gap-4">
      {/* Not drawn while off screen, as on a phone at first; its size does not depend on its content. */}
      <figure
        ref={figure}
        data-look={look}
        data-still={!seen || undefined}
        data-paused={paused || undefined}
        className="caption-demo relative aspect-9/16 [content-visibility:auto] w-full overflow-hidden rounded-xl border border-border-strong bg-black shadow-float"
      >
        <DemoScene />
        <div aria-hidden="true" key={look}>
          <CaptionLines lines={LINES} />
        </div>
        <figcaption className="sr-only">
          A vertical clip whose captions light up word by word as they are spoken.
        </figcaption>
        <button
          type="button"
          aria-label={paused ? 'Play the demo' : 'Pause the demo'}
          onClick={() => setPaused(!paused)}
          className="hit-target absolute! noscript:hidden right-2 bottom-2 grid size-7 place-items-center rounded-full bg-black/50 text-white/90 transition-colors hover:bg-black/75 [&_svg]:size-3.5"
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </button>
      </figure>
      <div role="group" aria-label="Caption look" className="flex flex-wrap justify-center gap-1.5 noscript:hidden">
        {LOOKS.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={look === id}
            onClick={() => setLook(id)}
            className={classNames(
              'hit-target h-8 rounded-full border px-3 text-sm transition-colors',
              look === id
                ? 'border-accent-text bg-accent-soft text-accent-text'
                : 'border-border-strong text-muted hover:text-text',
            )}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The shown templates, with their names. */
const LOOKS = [
  { id: 'karaoke', name: 'Karaoke' },
  { id: 'follow-pill', name: 'Follow Pill' },
  { id: 'one-word-pop', name: 'One Word Pop' },
  { id: 'bounce', name: 'Bounce' },
  { id: 'build', name: 'Build' },
  { id: 'boxed', name: 'Boxed' },
] as const

/** Four words a line, which the stylesheet relies on. */
const LINES = [
  ['Say', 'it', 'once,', 'then'],
  ['watch', 'every', 'word', 'land'],
  ['right', 'on', 'the', 'beat'],
  ['and', 'post', 'it', 'today'],
]
