import { type CSSProperties, useId } from 'react'
import { LayoutBoundary } from './layout-boundary.tsx'
import './slider.css'

/** Props of {@link Slider}; numbers in the unit shown. */
export type SliderProps = {
  label: string
  value: number
  min: number
  max: number
  /** 1 by default. */
  step?: number
  /** Shown after the number: `px`, `%`. */
  unit?: string
  /** Said after the number by screen readers: `% of the text size`. Default: `unit`. */
  spokenUnit?: string | undefined
  /** Called while dragging and on keys. */
  onChange: (value: number) => void
  /** Called when a drag ends. Keys have no end: save their value after a pause. */
  onCommit?: (value: number) => void
  disabled?: boolean
}

/** A number set by dragging or typing. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  unit = '',
  spokenUnit = unit,
  onChange,
  onCommit,
  disabled = false,
}: SliderProps) {
  const id = useId()
  const commit = () => onCommit?.(value)
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div style={{ width: `${longestOf({ min, max, step }) + unit.length + 0.5}ch` }} className="text-sm">
        <LayoutBoundary className="h-5">
          <output htmlFor={id} className="tabular block text-right whitespace-nowrap text-muted">
            {value}
            {unit}
          </output>
        </LayoutBoundary>
      </div>
      <LayoutBoundary className="col-span-2 h-6 pointer-coarse:h-11">
        <input
          id={id}
          type="range"
          value={value}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          aria-valuetext={`${value}${spokenUnit}`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onPointerUp={commit}
          style={filledTo((value - min) / (max - min))}
          className="ui-range block size-full cursor-pointer disabled:opacity-50"
        />
      </LayoutBoundary>
    </div>
  )
}

/** The characters of the longest value, so that the place of the value keeps its width. */
function longestOf({ min, max, step }: { min: number; max: number; step: number }): number {
  const [, decimals = ''] = String(step).split('.')
  return Math.max(...[min, max].map((each) => each.toFixed(decimals.length).length))
}

/** Tells the stylesheet which share of the track is filled. */
function filledTo(share: number): CSSProperties {
  return Object.fromEntries([['--filled', String(Math.min(1, Math.max(0, share)))]])
}
