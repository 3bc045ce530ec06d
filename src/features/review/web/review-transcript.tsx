import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useState } from 'react'
import {
  type CaptionDocument,
  cueIndexAt,
  directionOf,
  type TimedCue,
  timedCuesOf,
  wordIndex,
  wordIndexAtTime,
} from '#features/captions/model/index.ts'
import type { Player } from '#features/captions/web/index.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { classNames } from '#ui/class-names.ts'
import { VirtualList } from '#ui/virtual-list.tsx'
import { findAnchor } from '../model/anchor.ts'
import type { Thread } from '../model/contract.ts'

/** Selected words. */
export type Selection = { readonly firstWordId: string; readonly lastWordId: string }

/** Props of {@link ReviewTranscript}. */
export type ReviewTranscriptProps = {
  readonly document: CaptionDocument
  readonly player: Player
  readonly selection: Selection | null
  /** Threads whose words are marked while they are open. */
  readonly commented: readonly Thread[]
  /** Goes to a word. */
  seekTo(wordId: string): void
  onSelect(selection: Selection): void
}

/** The spoken words to read along and to select; arrow keys move between the words of a caption. */
export function ReviewTranscript({
  document: doc,
  player,
  selection,
  commented,
  seekTo,
  onSelect,
}: ReviewTranscriptProps) {
  const rows = timedCuesOf(doc)
  const current = useCurrentRow(doc, player)
  const selected = useMemo(() => (selection === null ? NOTHING : rangeOf(doc, selection)), [doc, selection])
  const marked = useMemo(() => markedIn(doc, commented), [doc, commented])

  function press({ target, shiftKey }: MouseEvent) {
    const id = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-word]')?.dataset['word'] : undefined
    if (id === undefined) return
    seekTo(id)
    onSelect({ firstWordId: shiftKey ? (selection?.firstWordId ?? id) : id, lastWordId: id })
  }

  if (rows.length === 0) return <p className="p-4 text-sm text-muted">This video has no captions yet.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- one listener for the buttons inside
    <div
      dir={directionOf(doc)}
      lang={doc.lang === 'und' ? undefined : doc.lang}
      onClick={press}
      onKeyDown={move}
      className="flex min-h-0 grow flex-col"
    >
      <VirtualList
        label="Transcript"
        items={rows}
        keyOf={({ cue }) => cue.id}
        rowHeightPx={36}
        className="grow"
        renderItem={(row) => (
          <Row row={row} isCurrent={row.cue.id === rows[current]?.cue.id} selected={selected} marked={marked} />
        )}
      />
    </div>
  )
}

type Marks = ReadonlySet<string>
const NOTHING: Marks = new Set()

function Row({
  row,
  isCurrent,
  selected,
  marked,
}: {
  row: TimedCue
  isCurrent: boolean
  selected: Marks
  marked: Marks
}) {
  const words = row.words.filter(({ hidden }) => hidden !== true)
  return (
    <div className={classNames('flex gap-3 px-3 py-1', isCurrent && 'bg-accent-soft')}>
      <span className="tabular w-11 shrink-0 pt-1 text-xs text-faint">{formatMediaTime(row.t0, 1)}</span>
      <p className="min-w-0 grow text-base leading-7">
        {words.map((word, at) => (
          <span key={word.id}>
            {word.join === 'space' && ' '}
            <button
              type="button"
              data-word={word.id}
              tabIndex={at === 0 || selected.has(word.id) ? 0 : -1}
              aria-pressed={selected.has(word.id)}
              data-commented={marked.has(word.id) || undefined}
              className={classNames(
                'rounded-sm px-0.5 text-left break-all outline-offset-0',
                selected.has(word.id) ? 'bg-accent text-on-accent' : 'hover:bg-hover',
              )}
            >
              {word.censored === undefined ? word.text : '•••'}
            </button>
          </span>
        ))}
      </p>
    </div>
  )
}

/** Moves the focus to the next or previous word of the same caption. */
function move(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const { target } = event
  if (by === undefined || !(target instanceof HTMLElement) || target.dataset['word'] === undefined) return
  const words = [...(target.closest('p')?.querySelectorAll<HTMLElement>('[data-word]') ?? [])]
  const next = words[words.indexOf(target) + (getComputedStyle(target).direction === 'rtl' ? -by : by)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** The caption at the playhead; -1 before the first. */
function useCurrentRow(doc: CaptionDocument, player: Player): number {
  const [row, setRow] = useState(-1)
  useEffect(
    () =>
      player.onTime((tMs) => {
        const place = wordIndexAtTime(doc, tMs)
        setRow(place < 0 ? -1 : cueIndexAt(doc, place))
      }),
    [doc, player],
  )
  return row
}

function rangeOf(doc: CaptionDocument, { firstWordId, lastWordId }: Selection): Marks {
  const places = [wordIndex(doc, firstWordId), wordIndex(doc, lastWordId)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first < 0 ? NOTHING : new Set(doc.words.slice(first, last + 1).map(({ id }) => id))
}

function markedIn(doc: CaptionDocument, threads: readonly Thread[]): Marks {
  const open = threads.filter(({ isResolved }) => !isResolved)
  return new Set(
    open.flatMap((thread) => {
      const found = findAnchor(doc, thread)
      return found === undefined ? [] : doc.words.slice(found.first, found.last + 1).map(({ id }) => id)
    }),
  )
}
