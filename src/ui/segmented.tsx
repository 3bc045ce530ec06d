import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** One choice of a {@link Segmented}. */
export type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
}

/** Props of {@link Segmented}. */
export type SegmentedProps<Value extends string> = {
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows the label above; otherwise only screen readers get it. */
  showLabel?: boolean
  /** Stacks on a phone, for labels of several words. */
  stacksOnPhone?: boolean
}

/** Two to five short choices side by side, on native radio buttons. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  showLabel = false,
  stacksOnPhone = false,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className={showLabel ? 'mb-1.5 text-sm font-medium' : 'sr-only'}>{label}</legend>
      <div
        className={classNames(
          'flex rounded-md border border-border bg-sunken p-0.5',
          stacksOnPhone && 'max-sm:flex-col',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex h-7 grow items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm text-muted transition-colors select-none hover:text-text has-checked:bg-raised has-checked:shadow-[0_0_0_1px_var(--tone-border-strong)] has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-10 [&_svg]:size-4"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // As large as its label, so that the focus scrolls all of the label into view.
              className="pointer-events-none absolute inset-0 size-full opacity-0"
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
