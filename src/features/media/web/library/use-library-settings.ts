import { useState } from 'react'
import { z } from 'zod'
import { VIDEO_FILTERS, VIDEO_ORDERS } from '../../model/arrange-videos.ts'

const STORED_AS = 'library'
const Settings = z.object({ order: z.enum(VIDEO_ORDERS), filter: z.enum(VIDEO_FILTERS) })
const INITIAL: LibrarySettings = { order: 'newest', filter: 'all' }

/** How this browser lists videos. */
export type LibrarySettings = Readonly<z.output<typeof Settings>>

/** The order and the filter of the list of videos; both are stored in the browser. */
export function useLibrarySettings(): readonly [LibrarySettings, (settings: LibrarySettings) => void] {
  const [settings, setSettings] = useState(storedSettings)
  const change = (next: LibrarySettings) => {
    setSettings(next)
    store(next)
  }
  return [settings, change]
}

function storedSettings(): LibrarySettings {
  try {
    const stored = Settings.safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? 'null'))
    return stored.success ? stored.data : INITIAL
  } catch (error) {
    // The browser's settings may block storage, and a person may have changed the text in it.
    if (error instanceof DOMException || error instanceof SyntaxError) return INITIAL
    throw error
  }
}

function store({ order, filter }: LibrarySettings): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify({ order, filter }))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
