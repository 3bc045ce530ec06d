import type { MouseEvent } from 'react'

type CheckboxProps = {
  label: string
  checked: boolean
  /** Some of the items it stands for are checked. */
  mixed?: boolean
  onPress: (event: MouseEvent) => void
}

/** A checkbox with a touch target around it. */
export function Checkbox({ label, checked, mixed = false, onPress }: CheckboxProps) {
  return (
    <label className="grid size-9 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11">
      <input
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        // React requires a listener on a controlled input; the click also reports Shift.
        onChange={() => undefined}
        onClick={onPress}
        className="size-[18px] cursor-pointer accent-accent"
      />
    </label>
  )
}
