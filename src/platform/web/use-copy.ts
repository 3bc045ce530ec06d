import { useCallback, useEffect, useState } from 'react'

/** How long `isCopied` stays true, in milliseconds (spec §9). */
const COPIED_MS = 2_000

/**
 * Copies text to the clipboard: `isCopied` is true for two seconds after each copy; `copy` resolves to false on
 * failure.
 */
export function useCopy() {
  const [copies, setCopies] = useState(0)
  const [expired, setExpired] = useState(0)

  // Each copy restarts the time.
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setExpired(copies), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = useCallback(async (text: string): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (isCopied) setCopies((before) => before + 1)
    return isCopied
  }, [])

  return { isCopied: copies > expired, copy }
}

/** False if the browser refuses: without https, or without the user's permission. */
async function copyText(text: string): Promise<boolean> {
  // Absent without https, despite its type.
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
