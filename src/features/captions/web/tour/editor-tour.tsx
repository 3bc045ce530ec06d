import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from '#platform/web/idle.ts'
import { useEditor, useMayEdit } from '../store/editor-context.ts'
import type { TourSlot } from '../slots.ts'

/** Loaded when it is shown: most visits need none. */
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }))

type EditorTourProps = {
  readonly tour: TourSlot | undefined
  /** True after a request to see it again. */
  readonly isAsked: boolean
  onEnd(): void
}

/** Shows the tour on the first visit, once the captions are open and no dialog is, and on request. */
export function EditorTour({ tour, isAsked, onEnd }: EditorTourProps) {
  const isOpening = useEditor((state) => state.isOpening)
  const mayEdit = useMayEdit()
  const [isShown, setIsShown] = useState(false)
  const isDue = mayEdit && !isOpening && tour?.isDue === true
  const start = useEffectEvent(() => {
    setIsShown(true)
    // Shown once is enough: a reload in the middle does not bring it back.
    tour?.onShown()
  })
  useEffect(() => (isDue ? whenClear(() => start()) : undefined), [isDue])
  if (!isShown && !isAsked) return null
  return (
    <Suspense fallback={null}>
      <Tour
        onEnd={() => {
          setIsShown(false)
          onEnd()
        }}
      />
    </Suspense>
  )
}

/**
 * Calls back once, when the browser is idle and no modal dialog is open.
 * @returns a function that cancels the call
 */
function whenClear(callback: () => void): () => void {
  const stop = new AbortController()
  let cancel = whenIdle(tryNow)
  function tryNow() {
    if (document.querySelector('dialog:modal') === null) return callback()
    const again = () => void (cancel = whenIdle(tryNow))
    document.addEventListener('close', again, { capture: true, once: true, signal: stop.signal })
  }
  return () => {
    cancel()
    stop.abort()
  }
}
