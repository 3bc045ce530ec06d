import { RotateCcw } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { type DescribedField, type Look, type LookPatch, valueAt, withValue } from '#features/templates/model/index.ts'
import { classNames } from '#ui/class-names.ts'
import { LookControl } from './look-control.tsx'
import type { EditorSlots } from '../slots.ts'

/** Props of {@link StyleField}. */
type StyleFieldProps = Pick<EditorSlots, 'fontName'> & {
  readonly field: DescribedField
  /** A value that is being tried, which `field` does not have yet. Default: none. */
  readonly tried: unknown
  /** True if this scope has its own value. */
  readonly isChanged: boolean
  onChange(field: DescribedField, value: unknown): void
  onCommit(): void
  onReset(field: DescribedField): void
}

/** One field of the style, with a button in the margin that resets it. A step of a slider renders its own and no other. */
export const StyleField = memo(function StyleField({
  field: described,
  tried,
  isChanged: hasOwn,
  ...o
}: StyleFieldProps) {
  const field = tried === undefined ? described : withValue(described, tried)
  return (
    <div className={classNames('relative', !isNarrow(field) && '@xs:col-span-2')}>
      <LookControl
        field={field}
        fontName={o.fontName}
        onChange={(value) => o.onChange(field, value)}
        onCommit={o.onCommit}
      />
      {hasOwn && (
        <button
          type="button"
          aria-label={`Reset ${field.label.toLowerCase()}`}
          title={`Reset ${field.label.toLowerCase()}`}
          onClick={(event) => {
            focusControl(event)
            o.onReset(field)
          }}
          // The margin is narrower than a target, and the panel clips what is left of it: the target grows to the right.
          className="hit-target absolute! top-0 -left-4 grid h-5 w-4 place-items-center rounded-sm text-accent-text after:left-0! after:[translate:0_-50%]! hover:text-text [&_svg]:size-3"
        >
          <RotateCcw aria-hidden="true" />
        </button>
      )}
    </div>
  )
})

/**
 * Whether a patch has a value for a field; for an optional part, whether it adds or removes the part.
 * @param under the look without the patch
 */
export function isChanged({ path, control }: DescribedField, patch: LookPatch, under: Look): boolean {
  const own = valueAt(patch, path)
  // The fields inside a part have buttons of their own.
  return own !== undefined && (control !== 'section' || (own === null) !== ((valueAt(under, path) ?? null) === null))
}

/** The pressed button disappears, so the control beside it gets the focus. */
function focusControl({ currentTarget }: MouseEvent): void {
  currentTarget.parentElement?.querySelector<HTMLElement>('input, select, button')?.focus()
}

/** True for a plain colour, of which two fit side by side. */
function isNarrow(field: DescribedField): boolean {
  return field.control === 'color' && field.optional === undefined
}
