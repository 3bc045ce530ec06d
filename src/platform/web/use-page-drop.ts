import { useEffect, useEffectEvent, useState } from 'react'
import { addFileTarget, claimEarlyFiles } from './replay-early-events.ts'

/**
 * Takes files that are dropped anywhere on the page or pasted into it, also those that came before it was there.
 * @returns true while files are held over the page
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
    // Entering a child leaves its parent: the page is left when nothing is entered in turn.
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
    // Without this the browser opens a dropped file in place of the page.
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
