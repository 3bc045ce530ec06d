import { useEffect, useEffectEvent, useState } from 'react'
import { useOpenEditor } from './editor-context.ts'
import type { EditorState } from './editor-state.ts'

/** Returns a value as it was until the browser has painted the page with the new one; in a hidden page, until it shows. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => afterPaint(() => setPainted(value)), [value])
  return painted
}

/**
 * A part of the editor's state as the page was last painted with it: for what follows an edit. The component renders
 * only then, and not with the edit itself.
 */
export function useEditorAfterPaint<Part>(select: (state: EditorState) => Part): Part {
  const { store } = useOpenEditor()
  const [part, setPart] = useState(() => select(store.getState()))
  const selectFrom = useEffectEvent(select)
  useEffect(() => {
    let newest = selectFrom(store.getState())
    const show = () => setPart(() => newest)
    let cancel = afterPaint(show)
    const leave = store.subscribe((state) => {
      const selected = selectFrom(state)
      if (Object.is(selected, newest)) return
      newest = selected
      cancel()
      cancel = afterPaint(show)
    })
    return () => {
      leave()
      cancel()
    }
  }, [store])
  return part
}

type Batch = { readonly frame: number; readonly work: Set<() => void> }

/** The work after the next frame. */
let next: Batch | null = null

/**
 * Runs something once the browser has painted the page as it is now. All that waits for a frame runs in one task, so that
 * React renders the page once more, not once for each part that follows.
 * @returns cancels it
 */
export function afterPaint(run: () => void): () => void {
  const batch = (next ??= nextBatch())
  const own = () => run()
  batch.work.add(own)
  return () => {
    batch.work.delete(own)
    if (batch !== next || batch.work.size > 0) return
    cancelAnimationFrame(batch.frame)
    next = null
  }
}

function nextBatch(): Batch {
  const work = new Set<() => void>()
  const frame = requestAnimationFrame(() => {
    next = null
    // The frame is painted between its callbacks and the next task.
    setTimeout(() => {
      for (const run of work) run()
    })
  })
  return { frame, work }
}
