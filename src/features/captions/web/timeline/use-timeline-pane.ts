import { useState } from 'react'
import { z } from 'zod'

/** Its name in the browser's storage. */
export const STORED_PANE = 'timeline-pane'

const Pane = z.object({
  isOpen: z.boolean(),
  /** Share of the height that the timeline leaves to the areas above it, percent. */
  percent: z.number().min(10).max(95),
})
type Pane = z.output<typeof Pane>

/** Whether the timeline is open below the other areas, and its height; both are stored in the browser. */
export function useTimelinePane() {
  const [pane, setPane] = useState(storedPane)
  const change = (next: Pane) => {
    setPane(next)
    store(next)
  }
  return {
    ...pane,
    toggle: () => change({ ...pane, isOpen: !pane.isOpen }),
    /** The pane itself has resized; rendering it again would disturb its drag. */
    resize: (percent: number) => store({ ...pane, percent }),
  }
}

/** The pane of a browser that stores none. Documents hold its source text: it may not use anything outside its body. */
export function initialPane(): Pane {
  // On a screen of a laptop the transcript needs the height of the pictures; on a lower window the picture needs it.
  return { isOpen: innerHeight >= 600, percent: innerHeight < 900 ? 76 : 66 }
}

function storedPane(): Pane {
  try {
    const stored = Pane.safeParse(JSON.parse(localStorage.getItem(STORED_PANE) ?? 'null'))
    return stored.success ? stored.data : initialPane()
  } catch (error) {
    // The browser's settings may block storage, and a person may have changed the text in it.
    if (error instanceof DOMException || error instanceof SyntaxError) return initialPane()
    throw error
  }
}

function store(pane: Pane): void {
  try {
    localStorage.setItem(STORED_PANE, JSON.stringify(pane))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
