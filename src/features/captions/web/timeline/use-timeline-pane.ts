import { useState } from 'react'
import { z } from 'zod'

const STORED_AS = 'timeline-pane'

const Pane = z.object({
  isOpen: z.boolean(),
  /** Share of the height that the timeline leaves to the areas above it, percent. */
  percent: z.number().min(10).max(95),
})
type Pane = z.output<typeof Pane>

/** Share of the areas above, percent: on a screen of a laptop the transcript needs the height of the pictures. */
const INITIAL_PERCENT = { tall: 66, low: 76 }
/** Below this height of the window it is low, px. */
const TALL_PX = 900
/** On a lower window the picture needs the height, px. */
const LEAST_HEIGHT_PX = 600

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

function storedPane(): Pane {
  const initial = {
    isOpen: innerHeight >= LEAST_HEIGHT_PX,
    percent: INITIAL_PERCENT[innerHeight < TALL_PX ? 'low' : 'tall'],
  }
  try {
    const stored = Pane.safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? 'null'))
    return stored.success ? stored.data : initial
  } catch (error) {
    // The browser's settings may block storage, and a person may have changed the text in it.
    if (error instanceof DOMException || error instanceof SyntaxError) return initial
    throw error
  }
}

function store(pane: Pane): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(pane))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
