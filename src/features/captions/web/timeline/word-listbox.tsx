import { type RefObject, useId } from 'react'
import { cueIndexAt, type Word } from '../../model/index.ts'
import { selectedRange } from '../store/selection.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { secondsText } from './nudge.ts'

/** Words on each side of the selected one that assistive technology can read. */
const BESIDE = 4

/**
 * The lanes for screen readers, and the focus of the timeline: a list of all words with their times, of which those
 * around the selected one exist. The keys of the timeline move the selection.
 */
export function WordListbox({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  const id = useId()
  // Read by assistive technology, so it follows once the selected word is painted.
  const doc = useEditorAfterPaint((state) => state.doc)
  const selection = useEditorAfterPaint((state) => state.selection)
  const selected = selectedRange(doc, selection)
  const focus =
    selected === null ? -1 : selection.focus === doc.words[selected.first]?.id ? selected.first : selected.last
  const first = Math.max(0, focus - BESIDE)
  const shown = doc.words.slice(first, Math.max(0, focus) + BESIDE + 1)
  return (
    <div
      ref={ref}
      role="listbox"
      tabIndex={0}
      aria-label="Words on the timeline"
      aria-multiselectable="true"
      aria-orientation="horizontal"
      aria-activedescendant={focus < 0 ? undefined : `${id}-${focus}`}
      className="pointer-events-none absolute inset-0 overflow-hidden timeline-focus rounded-sm"
    >
      {shown.map((word, place) => {
        const at = first + place
        return (
          <div
            key={word.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={selected !== null && at >= selected.first && at <= selected.last}
            aria-posinset={at + 1}
            aria-setsize={doc.words.length}
            className="sr-only"
          >
            {optionText(word, cueIndexAt(doc, at) + 1)}
          </div>
        )
      })}
    </div>
  )
}

function optionText({ text, t0, t1 }: Word, caption: number): string {
  return `“${text}”, ${secondsText(t0)} to ${secondsText(t1)}, caption ${caption}`
}
