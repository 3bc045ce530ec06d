import { useEffect, useEffectEvent, useState } from 'react'
import { addFileTarget, claimEarlyFiles } from './replay-early-events.ts'

/**
 * Accepts files dropped anywhere on the page or pasted into it, including those from before hydration.
 * @returns true while files are dragged over the page
 */
export function usePageDrop(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const taken = useEffectEvent(take)

  useEffect(() => {
    const removeFileTarget = addFileTarget()
    const early = claimEarlyFiles()
    if (early.length > 0) taken(early)
    return removeFileTarget
  }, [])

  useEffect(() => {
    // Entering a child fires `dragleave` on its parent: the page is left only when nothing is entered in turn.
    let depth = 0
    const inside = (change: number) => {
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const listeners = new AbortController()
    const on = <Name extends keyof WindowEventMap>(name: Name, handle: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, handle, { signal: listeners.signal })

    on('dragenter', (event) => holdsFiles(event) && inside(1))
    on('dragleave', (event) => holdsFiles(event) && inside(-1))
    // Otherwise the browser opens the dropped file in place of the page.
    on('dragover', (event) => holdsFiles(event) && event.preventDefault())
    on('drop', (event) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      inside(-depth)
      taken([...(event.dataTransfer?.files ?? [])])
    })
    on('paste', (event) => taken([...(event.clipboardData?.files ?? [])]))
    return () => listeners.abort()
  }, [])

  return over
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}
