import { useId, useState } from 'react'
import { CONTROL_CLASS } from './field.tsx'
import { classNames } from './class-names.ts'

/** Props of {@link ColorField}; colours are `#rrggbb`. */
export type ColorFieldProps = {
  label: string
  value: string
  onChange: (color: string) => void
  /** Offered as buttons. */
  swatches?: readonly string[]
}

/** A colour by the system's picker, by its hexadecimal code, or from a few swatches. */
export function ColorField({ label, value, onChange, swatches = NO_SWATCHES }: ColorFieldProps) {
  const id = useId()
  /** The text while it is edited; it may be half a code. */
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value

  function type(text: string) {
    setTyped(text)
    const color = hexColor(text)
    if (color !== undefined) onChange(color)
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}: open the colour picker`}
          value={value.slice(0, 7)}
          onChange={(event) => onChange(event.target.value)}
          className="size-9 shrink-0 cursor-pointer rounded-md border border-control bg-sunken p-1 pointer-coarse:size-11 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <input
          id={id}
          value={shown}
          spellCheck={false}
          maxLength={7}
          aria-invalid={hexColor(shown) === undefined || undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
          className={classNames(CONTROL_CLASS, 'tabular h-9 uppercase pointer-coarse:h-11')}
        />
      </div>
      {swatches.length > 0 && (
        <div className="flex flex-wrap gap-1.5 pt-1">
          {swatches.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={`Use ${color}`}
              aria-pressed={color.toLowerCase() === value.toLowerCase()}
              onClick={() => onChange(color)}
              style={{ background: color }}
              className="hit-target size-6 rounded-sm border border-border-strong aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ring"
            />
          ))}
        </div>
      )}
    </div>
  )
}

const NO_SWATCHES: readonly string[] = []

/** `#rgb` or `#rrggbb`, with or without `#`, as `#rrggbb` in lower case; undefined otherwise. */
function hexColor(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
