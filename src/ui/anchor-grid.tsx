import { useId } from 'react'
import { type Anchor, ANCHORS } from '#platform/shared/anchor.ts'

/** Props of {@link AnchorGrid}. */
export type AnchorGridProps = {
  label: string
  value: Anchor
  onChange: (value: Anchor) => void
}

/** One of nine places in a frame, on native radio buttons. */
export function AnchorGrid({ label, value, onChange }: AnchorGridProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid w-fit grid-cols-3 rounded-md border border-border bg-sunken p-1">
        {ANCHORS.map((anchor) => (
          <label
            key={anchor}
            title={LABELS[anchor]}
            className="group relative grid h-7 w-10 place-items-center rounded-sm hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-11 pointer-coarse:w-14"
          >
            <input
              type="radio"
              name={name}
              aria-label={LABELS[anchor]}
              value={anchor}
              checked={anchor === value}
              onChange={() => onChange(anchor)}
              className="pointer-events-none absolute inset-0 size-full opacity-0"
            />
            <span
              aria-hidden="true"
              className="h-2.5 w-4 rounded-[3px] border border-control group-has-checked:border-accent group-has-checked:bg-accent"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const LABELS: Readonly<Record<Anchor, string>> = {
  'top-left': 'Top left',
  top: 'Top',
  'top-right': 'Top right',
  left: 'Left',
  center: 'Centre',
  right: 'Right',
  'bottom-left': 'Bottom left',
  bottom: 'Bottom',
  'bottom-right': 'Bottom right',
}
