import { Slider as Base } from '@base-ui/react/slider'
import './widgets.css'

/** A start and an end, in the unit of the slider. */
export type Range = readonly [start: number, end: number]

/** Props of {@link RangeSlider}; numbers in one unit of the owner's. */
export type RangeSliderProps = {
  label: string
  value: Range
  min: number
  max: number
  /** 1 by default. */
  step?: number
  /** Steps that stay between start and end; 0 by default. */
  minSteps?: number
  /** A value as text, shown and announced: `1.5 s`. The bare number by default. */
  format?: (value: number) => string
  /** While dragging and by keys. */
  onChange: (value: Range) => void
  /** When the drag or the key press ends: the moment to save. */
  onCommit?: (value: Range) => void
  disabled?: boolean
}

/** A start and an end on one track. Arrow keys move by a step, Page Up and Page Down by ten. */
export function RangeSlider({
  label,
  value,
  min,
  max,
  step = 1,
  minSteps = 0,
  format = String,
  onChange,
  onCommit,
  disabled = false,
}: RangeSliderProps) {
  const [start, end] = value
  return (
    <Base.Root
      value={value}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      minStepsBetweenValues={minSteps}
      thumbCollisionBehavior="none"
      // `edge` alone writes an inline script, which our policy forbids.
      thumbAlignment="edge-client-only"
      disabled={disabled}
      onValueChange={(range) => onChange(range)}
      onValueCommitted={(range) => onCommit?.(range)}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1"
    >
      <Base.Label className="text-sm font-medium">{label}</Base.Label>
      <Base.Value className="tabular text-sm text-muted">{() => `${format(start)} – ${format(end)}`}</Base.Value>
      <Base.Control className="col-span-2 flex h-6 w-full ui-range-control items-center select-none pointer-coarse:h-11">
        <Base.Track className="h-1.5 w-full rounded-full bg-border-strong">
          <Base.Indicator className="rounded-full bg-accent" />
          {THUMBS.map((end, index) => (
            <Base.Thumb
              key={end}
              index={index}
              getAriaLabel={() => `${label}, ${end}`}
              getAriaValueText={(_, current) => format(current)}
              className="hit-target size-4 rounded-full border border-accent-text bg-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
            />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}

const THUMBS = ['start', 'end']
