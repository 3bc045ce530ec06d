import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

/** Milliseconds for which the button says that it copied. */
const COPIED_MS = 2_000

/** A text to take elsewhere. Where the browser forbids copying, it is selected for the person to copy. */
export function CopyField({
  label,
  value,
  isLong = false,
}: {
  label: string
  value: string
  /** Shows the whole of it, on several lines, with its label. */
  isLong?: boolean
}) {
  const field = useRef<{ select(): void } | null>(null)
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const keep = (element: { select(): void } | null) => void (field.current = element)

  async function copy() {
    field.current?.select()
    setCopied(await copyText(value))
  }

  return (
    <div className={isLong ? 'grid gap-2 sm:flex sm:items-end' : 'flex items-end gap-2'}>
      <div className="min-w-0 grow">
        {isLong ? (
          <TextArea ref={keep} label={label} readOnly rows={3} value={value} className="field-sizing-content" />
        ) : (
          <TextField ref={keep} label={label} hideLabel readOnly value={value} />
        )}
      </div>
      <Button
        className={isLong ? 'justify-self-start' : 'h-10!'}
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
