import type { ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, Field, type FieldText } from './field.tsx'

/** One choice of a {@link Select}. */
export type SelectOption<Value extends string> = { value: Value; label: string; disabled?: boolean }

/** Props of {@link Select}. */
export type SelectProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'id' | 'value' | 'onChange' | 'size' | 'children'
> &
  FieldText & {
    value: Value
    options: readonly SelectOption<Value>[]
    onChange: (value: Value) => void
    /** 32 or 40 px high (44 on touch). */
    size?: 'sm' | 'md'
  }

/** A choice from a list: the native control, so phones show their own picker. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, hideLabel, value, options, onChange, size = 'md', className, ...select } = props
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(wiring) => (
        <div className="relative">
          <select
            {...select}
            {...wiring}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onChange(chosen.value)
            }}
            className={classNames(
              CONTROL_CLASS,
              'appearance-none pr-9 text-ellipsis [&>option]:bg-raised [&>option]:text-text',
              size === 'sm' ? 'h-8 text-sm' : 'h-10 pointer-coarse:h-11',
              className,
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
          />
        </div>
      )}
    </Field>
  )
}
