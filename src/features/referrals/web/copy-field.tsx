import { Check, Copy } from 'lucide-react'
import { useRef } from 'react'
import { useCopy } from '#platform/web/use-copy.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

/** A text with a copy button. If the browser forbids copying, it selects the text. */
export function CopyField({
  label,
  value,
  isLong = false,
}: {
  label: string
  value: string
  /** Shows all of it, on several lines, with its label. */
  isLong?: boolean
}) {
  const field = useRef<{ select(): void } | null>(null)
  const { isCopied, copy } = useCopy()

  const setField = (element: { select(): void } | null) => void (field.current = element)

  function selectAndCopy() {
    field.current?.select()
    void copy(value)
  }

  return (
    <div className={isLong ? 'grid gap-2 sm:flex sm:items-end' : 'flex items-end gap-2'}>
      <div className="min-w-0 grow">
        {isLong ? (
          <TextArea ref={setField} label={label} readOnly rows={3} value={value} className="field-sizing-content" />
        ) : (
          <TextField ref={setField} label={label} hideLabel readOnly value={value} />
        )}
      </div>
      <Button
        className={isLong ? 'justify-self-start' : 'h-10!'}
        icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={selectAndCopy}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
