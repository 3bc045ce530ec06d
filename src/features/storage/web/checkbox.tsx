import type { MouseEvent } from 'react'

type CheckboxProps = {
  label: string
  checked: boolean
  /** Some of what it stands for are, and some are not. */
  mixed?: boolean
  onPress: (event: MouseEvent) => void
}

/** One choice of a list, with room for a finger around it. */
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
        // React wants a listener for a controlled box; the press tells of Shift as well.
        onChange={() => undefined}
        onClick={onPress}
        className="size-[18px] cursor-pointer accent-accent"
      />
    </label>
  )
}
