import { classNames } from '#ui/class-names.ts'
import { CaptionLines } from '../demo/caption-lines.tsx'

/** Word blocks under a waveform, one of them spoken. */
export function TimingMiniature() {
  return (
    <div className="w-full max-w-72">
      <svg viewBox="0 0 240 44" className="w-full text-faint" fill="currentColor">
        {BARS.map(({ x, height, spoken }) => (
          <rect key={x} x={x} y={22 - height / 2} width="2.5" height={height} rx="1" opacity={spoken ? 1 : 0.45} />
        ))}
      </svg>
      <div className="mt-2 flex gap-1 text-sm">
        {BLOCKS.map(({ word, width, spoken }) => (
          <span
            key={word}
            style={{ width }}
            className={classNames(
              'rounded-sm border px-1.5 py-1 text-center',
              spoken ? 'border-transparent bg-accent font-semibold text-on-accent' : 'border-border-strong text-muted',
            )}
          >
            {word}
          </span>
        ))}
      </div>
    </div>
  )
}

/** A line of transcript with an uncertain word and a caret. */
export function TranscriptMiniature() {
  return (
    <p className="max-w-64 text-lg leading-8 text-muted">
      So I finally tried the{' '}
      <span className="text-text underline decoration-warning decoration-wavy decoration-1 underline-offset-4">
        sourdough
      </span>{' '}
      <span className="rounded-sm bg-accent-soft px-1 text-text">recipe</span>
      <span className="ml-px inline-block h-5 w-0.5 animate-[breathe_1.1s_steps(2)_infinite] bg-accent align-middle" />{' '}
      everybody keeps sending me
    </p>
  )
}

/** The same words in four looks, each from its template. */
export function LooksMiniature() {
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {LOOKS.map(({ look, ground }) => (
        <div key={look} data-look={look} className={classNames('rounded-md', ground)}>
          <div className="caption-demo caption-still relative h-16 w-32 overflow-hidden">
            <CaptionLines lines={[['Make', 'it', 'pop']]} />
          </div>
        </div>
      ))}
    </div>
  )
}

const LOOKS = [
  { look: 'follow-pill', ground: 'bg-[#22303a]' },
  { look: 'karaoke', ground: 'bg-[#3a2a22]' },
  { look: 'bounce', ground: 'bg-[#2a2e23]' },
  { look: 'one-word-pop', ground: 'bg-[#332736]' },
]

const BARS = [
  4, 7, 12, 9, 16, 22, 14, 8, 5, 3, 6, 14, 20, 26, 18, 12, 7, 4, 3, 9, 18, 30, 38, 34, 26, 32, 24, 16, 22, 12, 6, 3, 4,
  8, 15, 24, 19, 27, 16, 10, 6, 4, 9, 13, 8, 5, 3, 2,
].map((height, index) => ({ x: index * 5, height, spoken: index > 18 && index < 31 }))

const BLOCKS = [
  { word: 'land', width: '22%', spoken: false },
  { word: 'right', width: '16%', spoken: false },
  { word: 'on', width: '25%', spoken: true },
  { word: 'time', width: '37%', spoken: false },
]
