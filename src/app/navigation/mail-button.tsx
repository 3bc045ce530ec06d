import { Mail } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** Milliseconds for which the tip says that the address was copied (spec §9). */
const COPIED_MS = 2_000

/** Opens a mail to the address and copies it, since many people's browsers have no mail program (spec §2). */
export function MailButton({ address }: { address: string }) {
  const [copies, setCopies] = useState(0)
  const [forgotten, setForgotten] = useState(0)

  // Each copy starts the time anew.
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setForgotten(copies), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const write = useCallback(async () => {
    if (await copied(address)) setCopies((before) => before + 1)
    location.assign(`mailto:${address}`)
  }, [address])

  return (
    <span className="flex flex-wrap items-center gap-3">
      <Button icon={<Mail aria-hidden="true" />} onClick={() => void write()}>
        Write to us
      </Button>
      <span role="status" className="text-sm text-success">
        {copies > forgotten && 'Email copied!'}
      </span>
    </span>
  )
}

/** False where the browser does not let a page copy: without https, or when its owner said no. */
async function copied(text: string): Promise<boolean> {
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
