import { useState } from 'react'
import { formatMediaTime, parseMediaTime } from '#platform/shared/format/durations.ts'
import { TextField } from '#ui/text-field.tsx'

/** A position in the video, typed as `1:02.345`; saved on Enter and on leaving the field. Escape restores it. */
export function TimeField({
  label,
  hint,
  value,
  onSave,
}: {
  label: string
  hint?: string
  /** Whole ms. */
  value: number
  onSave(tMs: number): void
}) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && parseMediaTime(typed) === undefined
  function save() {
    const tMs = typed === undefined ? undefined : parseMediaTime(typed)
    if (tMs === undefined) return
    setTyped(undefined)
    if (tMs !== value) onSave(tMs)
  }
  return (
    <TextField
      size="sm"
      label={label}
      hint={hint}
      error={isWrong ? 'Enter a time such as 1:02.5' : undefined}
      inputMode="decimal"
      autoComplete="off"
      className="tabular"
      value={typed ?? formatMediaTime(value, 3)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape' && typed !== undefined) {
          // In a dialog, Escape would close it.
          event.preventDefault()
          event.stopPropagation()
          setTyped(undefined)
        }
      }}
    />
  )
}
