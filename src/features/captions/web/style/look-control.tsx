import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import {
  type ColorField as ColorDescription,
  type DescribedField,
  type DescribedItemField,
  describeItem,
  type SliderField,
  type SliderUnit,
} from '#features/templates/model/index.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { Button } from '#ui/button.tsx'
import { ColorField } from '#ui/color-field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSwatches } from '../store/editor-brand.ts'
import type { EditorSlots } from '../slots.ts'
import { WHOLES } from './length-note.tsx'

/** The list of fonts needs a widget library, which the first caption on the picture does not wait for. */
const FontControl = deferredComponent(
  async () => (await import('./font-control.tsx')).FontControl,
  <div className="h-16" />,
)

/** Suggested colours. */
const SWATCHES = ['#FFFFFF', '#0A0A0A', '#FFE14D', '#FF5C38', '#3DDC97', '#4DA3FF', '#FF6FB5'] as const

/** Common props of controls. */
type Change = {
  onChange(value: unknown): void
  /** Called at the end of a drag, to save. */
  onCommit(): void
}

type LookControlProps = Change & Pick<EditorSlots, 'fontName'> & { readonly field: DescribedField }

/** The control of one field of a look, by its description. */
export function LookControl({ field, fontName, ...change }: LookControlProps) {
  const { onChange } = change
  switch (field.control) {
    case 'slider':
      return <NumberControl field={field} value={field.value} {...change} />
    case 'color':
      return <ColorControl field={field} value={field.value} hasSwatches={field.group === 'basics'} {...change} />
    case 'switch':
      return (
        <Switch
          label={field.label}
          checked={field.value === field.on}
          onChange={(on) => onChange(on ? field.on : field.off)}
        />
      )
    case 'section':
      return (
        <Switch
          label={field.label}
          hint={field.hint}
          checked={field.value !== null}
          onChange={(on) => onChange(on ? field.start : null)}
        />
      )
    case 'choice':
      return field.path === 'font.family' ? (
        <FontControl label={field.label} value={field.value} fontName={fontName} onChange={onChange} />
      ) : (
        <Select
          label={field.label}
          size="sm"
          value={String(field.value)}
          options={Object.entries(field.options).map(([value, label]) => ({ value, label }))}
          onChange={(value) => onChange(typeof field.value === 'number' ? Number(value) : value)}
        />
      )
    case 'count':
      return <CountControl field={field} onChange={onChange} />
    case 'colors':
      return (
        <ListControl field={field} items={field.value} onChange={onChange}>
          {(color, label, set) => (
            <ColorControl field={{ label }} value={color} onCommit={change.onCommit} onChange={set} />
          )}
        </ListControl>
      )
    case 'list':
      return (
        <ListControl<object> field={field} items={field.value} onChange={onChange}>
          {(item, label, set) => (
            <fieldset className="grid gap-4">
              <legend className="mb-3 text-sm font-medium">{label}</legend>
              {describeItem(field, item).map((part) => (
                <ItemControl
                  key={part.key}
                  field={part}
                  onCommit={change.onCommit}
                  onChange={(value) => set({ ...item, [part.key]: value })}
                />
              ))}
            </fieldset>
          )}
        </ListControl>
      )
    default:
      return field satisfies never
  }
}

function ItemControl({ field, ...change }: Change & { field: DescribedItemField }) {
  return field.control === 'slider' ? (
    <NumberControl field={field} value={field.value} {...change} />
  ) : (
    <ColorControl field={field} value={field.value} {...change} />
  )
}

/** How numbers of a unit are shown, where not as they are. Few creators know an em: it is the size of the text. */
const UNITS: Partial<Record<SliderUnit, { times?: number; shown?: string; spoken?: string }>> = {
  '%': { times: 100 },
  em: { times: 100, shown: '%', spoken: `% of ${WHOLES.em}` },
  height: { times: 100, shown: '%', spoken: `% of ${WHOLES.height}` },
  width: { times: 100, shown: '%', spoken: `% of ${WHOLES.width}` },
  ms: { shown: '\u202Fms' },
}

function NumberControl({ field, value, onChange, onCommit }: Change & { field: SliderField; value: number }) {
  const { label, unit, min, max, step } = field
  const { times = 1, shown: sign = unit, spoken } = UNITS[unit] ?? {}
  const shown = (number: number) => Math.round(number * times * 1_000) / 1_000
  // 11.8 / 100 is 0.11800000000000001: round to two decimals more than the shown ones, which a percentage needs.
  const stored = (number: number) => Math.round((number / times) * 100_000) / 100_000
  return (
    <Slider
      label={label}
      unit={sign}
      spokenUnit={spoken}
      min={shown(min)}
      max={shown(max)}
      step={shown(step)}
      value={shown(value)}
      onChange={(number) => onChange(stored(number))}
      onCommit={onCommit}
    />
  )
}

type ColorProps = Change & {
  field: Pick<ColorDescription, 'label' | 'hasOpacity' | 'optional'>
  value: string | null
  hasSwatches?: boolean
}

/** A colour, with opacity and a switch for an optional colour. */
function ColorControl({ field, value, hasSwatches = false, onChange, onCommit }: ColorProps) {
  const { label, hasOpacity = false, optional } = field
  const isOn = value !== null && value !== optional?.off
  const swatches = useSwatches(hasSwatches ? SWATCHES : undefined)
  const opacity = Number.parseInt(value?.slice(7) || 'ff', 16)
  return (
    <div className="grid gap-3">
      {optional !== undefined && (
        <Switch label={optional.label} checked={isOn} onChange={(on) => onChange(on ? optional.start : optional.off)} />
      )}
      {isOn && (
        <ColorField
          label={label}
          value={value.slice(0, 7)}
          swatches={swatches}
          onChange={(color) => onChange(color + value.slice(7))}
        />
      )}
      {isOn && hasOpacity && (
        <Slider
          label={`${label}: opacity`}
          unit="%"
          min={0}
          max={100}
          value={Math.round((opacity / 255) * 100)}
          onChange={(percent) => onChange(value.slice(0, 7) + hexByte((percent / 100) * 255))}
          onCommit={onCommit}
        />
      )}
    </div>
  )
}

function hexByte(level: number): string {
  return Math.round(level).toString(16).padStart(2, '0')
}

type CountProps = Pick<Change, 'onChange'> & { field: Extract<DescribedField, { control: 'count' }> }

/** A number from a short list. An imported value beyond the list is added to it. */
function CountControl({ field: { label, value, max, none }, onChange }: CountProps) {
  const counts = Array.from({ length: max }, (_, at) => at + 1)
  const offered = value === null || counts.includes(value) ? counts : [...counts, value]
  return (
    <Select
      label={label}
      size="sm"
      value={value === null ? 'all' : String(value)}
      options={[{ value: 'all', label: none }, ...offered.map((count) => ({ value: `${count}`, label: `${count}` }))]}
      onChange={(chosen) => onChange(chosen === 'all' ? null : Number(chosen))}
    />
  )
}

type ListProps<Item> = {
  field: {
    readonly label: string
    readonly item: string
    readonly min?: number
    readonly max: number
    readonly start: Item
  }
  items: readonly Item[]
  onChange(items: readonly unknown[]): void
  /** The controls of one item. */
  children(item: Item, label: string, set: (item: unknown) => void): ReactNode
}

/** The items of a list, with buttons to remove and add items. */
function ListControl<Item>({ field, items, onChange, children }: ListProps<Item>) {
  const { label, item: name, min = 0, max, start } = field
  const list = useRef<HTMLDivElement>(null)
  const called = (at: number) => `${name} ${at + 1}`

  function change(changed: readonly unknown[], pressed: 'add' | 'remove') {
    onChange(changed)
    // The pressed button disappears, so focus the list.
    if (pressed === 'remove' || changed.length >= max) list.current?.focus()
  }

  return (
    <div ref={list} role="group" aria-label={label} tabIndex={-1} className="grid gap-4">
      {items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity besides their index
        <div key={at} className="grid gap-2 border-b border-border pb-4">
          {children(item, called(at), (changed) =>
            onChange(items.map((other, place) => (place === at ? changed : other))),
          )}
          {items.length > min && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              className="justify-self-start"
              onClick={() => change(items.toSpliced(at, 1), 'remove')}
            >
              Remove {called(at).toLowerCase()}
            </Button>
          )}
        </div>
      ))}
      {items.length < max && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => change([...items, start], 'add')}
        >
          Add {name.toLowerCase()}
        </Button>
      )}
    </div>
  )
}
