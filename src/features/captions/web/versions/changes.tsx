import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { classNames } from '#ui/class-names.ts'
import { VirtualList } from '#ui/virtual-list.tsx'
import { type ComparedWord, compareVersions, type Difference, isUnchanged, wordIndex } from '../../model/index.ts'
import { seekToWord } from '../playback/seek-to-word.ts'
import { comparisonTexts, movedText } from './version-text.ts'
import { useVersions, type Viewed } from './versions-context.tsx'

/** What has changed from the viewed version to the present: sums, and every differing word in its place. */
export function Changes({ viewed }: { viewed: Viewed }) {
  const { live } = useVersions()
  // Typing in another window stays ahead of this.
  const now = useDeferredValue(useStore(live.store, (state) => state.doc))
  const comparison = useMemo(() => compareVersions(viewed.document, now), [viewed, now])
  const { differences } = comparison
  if (isUnchanged(comparison))
    return <p className="p-3 text-sm text-muted">Nothing has changed since. This version is the same as now.</p>
  return (
    <>
      <div className="grid gap-1.5 border-b border-border p-3">
        <h3 className="font-sans text-sm font-semibold tracking-normal">Changes since this version</h3>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          {comparisonTexts(comparison).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      {differences.length > 0 && (
        <VirtualList
          label="Changed words"
          items={differences}
          keyOf={({ id }) => id}
          renderItem={(difference) => <DifferenceRow difference={difference} viewed={viewed} />}
          rowHeightPx={52}
          className="min-h-32 grow"
        />
      )}
    </>
  )
}

/** A difference; its time goes to it on the picture and in the transcript. */
function DifferenceRow({ difference, viewed }: { difference: Difference; viewed: Viewed }) {
  const { player, store } = viewed.editor
  const first = difference.words.find(({ mark }) => mark !== 'same')?.word
  if (first === undefined) return null

  function goToWord({ id, t0, t1 }: { readonly id: string; readonly t0: number; readonly t1: number }) {
    // A word that was added since has no place in this version.
    if (wordIndex(viewed.document, id) < 0) return player.seekInto({ t0, t1 })
    seekToWord(viewed.editor, id)
    store.actions.select({ focus: id, anchor: id })
  }

  return (
    <div className="flex gap-2 border-b border-border px-3 py-2">
      <button
        type="button"
        aria-label={`Go to ${formatMediaTime(first.t0, 1)}`}
        onClick={() => goToWord(first)}
        className="tabular h-6 w-12 shrink-0 rounded-sm text-left text-xs text-faint transition-colors hover:text-text pointer-coarse:h-11"
      >
        {formatMediaTime(first.t0, 1)}
      </button>
      <p className="min-w-0 grow text-sm leading-6 wrap-anywhere">
        {difference.words.map((compared) => (
          <MarkedWord key={`${compared.mark} ${compared.word.id}`} compared={compared} />
        ))}
      </p>
    </div>
  )
}

const REMOVED = 'rounded-sm bg-error/12 px-0.5 text-error line-through'
const ADDED = 'rounded-sm bg-success/12 px-0.5 text-success no-underline'

/** One word with its mark; the mark is in words for screen readers. */
function MarkedWord({ compared: { mark, word, was, movedMs } }: { compared: ComparedWord }) {
  const space = word.join === 'space' ? ' ' : ''
  if (mark === 'same') return <span className="text-muted">{`${space}${word.text}`}</span>
  if (mark === 'removed')
    return (
      <>
        {space}
        <del className={REMOVED}>{word.text}</del>
      </>
    )
  return (
    <>
      {space}
      {was !== undefined && <del className={classNames(REMOVED, 'mr-1')}>{was}</del>}
      {mark === 'added' || mark === 'changed' ? (
        <ins className={ADDED}>{word.text}</ins>
      ) : (
        <span className="underline decoration-info decoration-dotted decoration-2 underline-offset-4">{word.text}</span>
      )}
      {movedMs !== undefined && <span className="ml-1 text-xs whitespace-nowrap text-info">{movedText(movedMs)}</span>}
      {mark === 'formatted' && <span className="ml-1 text-xs text-info">format</span>}
    </>
  )
}
