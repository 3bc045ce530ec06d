import { useState } from 'react'

/** The name of a guest, empty until they gave one, and a key that only their browser knows. */
export type Guest = { readonly name: string; readonly key: string }

const STORAGE_KEY = 'reviewer'

/** The guest of this browser, the same for every review link. */
export function useGuest() {
  const [guest, setGuest] = useState(readGuest)
  function setName(name: string) {
    const named = { ...guest, name }
    setGuest(named)
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(named))
    } catch (error) {
      // Without storage, the name lasts until the page closes.
      if (!(error instanceof DOMException)) throw error
    }
  }
  return { guest, setName }
}

function readGuest(): Guest {
  // Not a random UUID, which browsers refuse without https.
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return storedGuest() ?? { name: '', key }
}

function storedGuest(): Guest | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { name, key }: { name?: unknown; key?: unknown } = stored
    return typeof name === 'string' && typeof key === 'string' ? { name, key } : undefined
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined
    throw error
  }
}
