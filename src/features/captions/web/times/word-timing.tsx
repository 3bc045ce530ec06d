import { ChevronRight } from 'lucide-react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { type Word, wordIndex } from '../../model/index.ts'
import { CueTiming } from './cue-timing.tsx'
import { useOpenEditor } from '../store/editor-context.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { moveEdge } from '../transcript/word-actions.ts'

const NUDGES_MS = [-100, -10, 10, 100] as const

const TIMING: { readonly [Source in Word['timing']]: string } = {
  asr: 'heard',
  aligned: 'aligned to the sound',
  interpolated: 'estimated',
  manual: 'set by hand',
}

/** Controls for start and end of the selected word, in steps of 10 or 100 ms or to the playhead. */
export function WordTiming({ open }: { open: boolean }) {
  // Shown once the selected word is painted in the transcript.
  const word = useEditorAfterPaint(({ doc, selection }) =>
    selection.focus === null ? undefined : doc.words[wordIndex(doc, selection.focus)],
  )
  if (word === undefined)
    return (
      // A low transcript shows one more caption instead.
      <p className="px-3 py-2 text-sm text-faint [@container_transcript_(max-height:24rem)]:hidden">
        Select a word to edit it or to change its time.
      </p>
    )
  return (
    <details open={open} className="group max-h-60 overflow-y-auto px-3 py-2 text-sm">
      <summary className="flex cursor-pointer items-center gap-2 rounded-sm">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <span className="truncate font-medium">{word.text}</span>
        <span className="tabular ml-auto shrink-0 text-muted">
          {formatMediaTime(word.t0, 3)} – {formatMediaTime(word.t1, 3)}
        </span>
        <span className="shrink-0 text-faint">{TIMING[word.timing]}</span>
      </summary>
      <div className="mt-2 grid gap-1">
        {word.raw !== '' && word.raw !== word.text && <p className="text-muted wrap-anywhere">Heard as “{word.raw}”</p>}
        <Edge word={word} edge="t0" />
        <Edge word={word} edge="t1" />
        <CueTiming wordId={word.id} />
      </div>
    </details>
  )
}

function Edge({ word, edge }: { word: Word; edge: 't0' | 't1' }) {
  const { store, player } = useOpenEditor()
  const name = edge === 't0' ? 'Start' : 'End'
  const move = (tMs: number) => moveEdge(store, word, edge, tMs)
  return (
    <div role="group" aria-label={`${name} of “${word.text}”`} className="flex items-center gap-1">
      <span className="w-9 text-faint">{name}</span>
      <output className="tabular mr-auto">{formatMediaTime(word[edge], 3)}</output>
      {NUDGES_MS.map((ms) => (
        <Button
          key={ms}
          size="sm"
          variant="ghost"
          className="tabular px-1.5! text-xs!"
          aria-label={`${name} ${ms > 0 ? 'later' : 'earlier'} by ${Math.abs(ms)} ms`}
          onClick={() => move(word[edge] + ms)}
        >
          {ms > 0 ? `+${ms}` : `−${-ms}`}
        </Button>
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="px-1.5! text-xs!"
        aria-label={`${name} here, at the playhead`}
        onClick={() => move(player.nowMs())}
      >
        Here
      </Button>
    </div>
  )
}
