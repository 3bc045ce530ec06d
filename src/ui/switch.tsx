import { type ReactNode, useId } from 'react'

/** Props of {@link Switch}. */
export type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  disabled?: boolean
}

/** On or off, applied at once. The whole row is the target. */
export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
      <label htmlFor={id} className="min-w-0 grow text-sm">
        {label}
        {hint !== undefined && <span className="block text-faint">{hint}</span>}
      </label>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="hit-target group h-5 w-9 shrink-0 rounded-full border border-control bg-sunken transition-colors aria-checked:border-accent aria-checked:bg-accent disabled:opacity-50"
      >
        <span className="block size-3.5 translate-x-0.5 rounded-full bg-muted transition-transform group-aria-checked:translate-x-[18px] group-aria-checked:bg-on-accent" />
      </button>
    </div>
  )
}
