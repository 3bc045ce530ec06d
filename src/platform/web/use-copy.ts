import { useCallback, useEffect, useState } from 'react'

/** Milliseconds for which a page says that something was copied (spec §9). */
const COPIED_MS = 2_000

/** Copies texts to the clipboard: `isCopied` for two seconds after each; `copy` gives false where nothing was copied. */
export function useCopy() {
  const [copies, setCopies] = useState(0)
  const [forgotten, setForgotten] = useState(0)

  // Each copy starts the time anew.
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setForgotten(copies), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = useCallback(async (text: string): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (isCopied) setCopies((before) => before + 1)
    return isCopied
  }, [])

  return { isCopied: copies > forgotten, copy }
}

/** False where the browser does not let a page copy: without https, or when its owner said no. */
async function copyText(text: string): Promise<boolean> {
  // Absent without https, whatever the types say.
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
