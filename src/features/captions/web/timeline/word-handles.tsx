import { type KeyboardEvent, useEffect, useRef } from 'react'
import { wordIndex } from '../../model/index.ts'
import { classNames } from '#ui/class-names.ts'
import { useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { useEditorAfterPaint } from '../store/use-after-paint.ts'
import { edgeText, frameMsOf, nudge } from './nudge.ts'
import { handleStepOf } from './timeline-keys.ts'
import type { TimelineStore } from './timeline-store.ts'
import { pxAt } from './viewport.ts'

const EDGES = ['t0', 't1'] as const

/** A narrower word would be covered by the marks of its handles, which a mouse does not need. */
const NARROW_PX = 20

/**
 * Handles at the start and end of the selected word: sliders for keyboard and screen reader, and large enough for a
 * finger. They move with the view without React, and hide while something is dragged.
 */
export function WordHandles({ timeline, isCompact }: { timeline: TimelineStore; isCompact: boolean }) {
  const { store } = useOpenEditor()
  const mayEdit = useMayEdit()
  // The handles follow once the selected word is painted.
  const focusId = useEditorAfterPaint(({ selection }) =>
    selection.focus === selection.anchor ? selection.focus : null,
  )
  const index = useEditor(({ doc }) => (focusId === null ? -1 : wordIndex(doc, focusId)))
  const word = useEditor(({ doc }) => doc.words[index])
  const before = useEditor(({ doc }) => doc.words[index - 1])
  const next = useEditor(({ doc }) => doc.words[index + 1])
  const durMs = useEditor(({ doc }) => doc.media.durMs)
  const group = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const place = () => {
      const { view, drag } = timeline.getState()
      const span = store.getState().doc.words[index]
      group.current?.toggleAttribute('data-dragging', drag !== null)
      if (group.current === null || span === undefined || drag !== null) return
      group.current.toggleAttribute('data-narrow', pxAt(view, span.t1) - pxAt(view, span.t0) < NARROW_PX)
      for (const [at, handle] of [...group.current.children].entries()) {
        if (!(handle instanceof HTMLElement)) continue
        const px = pxAt(view, at === 0 ? span.t0 : span.t1)
        const isVisible = px >= -1 && px <= view.widthPx + 1
        handle.hidden = !isVisible
        if (isVisible) handle.style.transform = `translateX(${px}px)`
      }
    }
    place()
    return timeline.subscribe((state, earlier) => {
      const isDragging = state.drag !== null
      if (state.view !== earlier.view || isDragging !== (earlier.drag !== null)) place()
    })
  }, [store, timeline, index, word])

  if (word === undefined || !mayEdit) return null
  const limits = {
    t0: [before?.t1 ?? 0, word.t1],
    t1: [word.t0, next?.t0 ?? Math.max(durMs, word.t1)],
  } as const
  return (
    <div
      ref={group}
      className={classNames(
        'timeline-handles pointer-events-none absolute inset-x-0',
        isCompact ? 'bottom-0 h-14' : 'bottom-8 h-8',
      )}
    >
      {EDGES.map((edge) => (
        <Handle key={edge} edge={edge} word={word} limits={limits[edge]} timeline={timeline} />
      ))}
    </div>
  )
}

type HandleProps = {
  readonly edge: 't0' | 't1'
  readonly word: { readonly id: string; readonly text: string; readonly t0: number; readonly t1: number }
  /** Least and most value, ms. */
  readonly limits: readonly [number, number]
  readonly timeline: TimelineStore
}

function Handle({ edge, word, limits: [least, most], timeline }: HandleProps) {
  const editor = useOpenEditor()
  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const byMs = handleStepOf(event, frameMsOf(editor.store.getState().doc))
    if (byMs === undefined) return
    event.preventDefault()
    event.stopPropagation()
    nudge(editor, timeline, { grip: { on: 'word-edge', wordId: word.id, edge }, byMs })
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      data-handle={edge}
      data-of={word.id}
      aria-label={`${edge === 't0' ? 'Start' : 'End'} of “${word.text}”`}
      aria-orientation="horizontal"
      aria-valuemin={least / 1_000}
      aria-valuemax={most / 1_000}
      aria-valuenow={word[edge] / 1_000}
      aria-valuetext={edgeText(word, edge)}
      onKeyDown={move}
      className="timeline-handle"
    >
      <span />
    </div>
  )
}
