import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

/** Milliseconds for which the button says that it copied. */
const COPIED_MS = 2_000

/** One line to take elsewhere. Where the browser forbids copying, the text is selected for the person to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    field.current?.select()
    setCopied(await copyText(value))
  }

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <TextField ref={field} label={label} hideLabel readOnly value={value} />
      </div>
      <Button
        className="h-10!"
        icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}

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
