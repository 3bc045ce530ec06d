import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, Field, type FieldText, type FieldWiring } from './field.tsx'
import { EDGE_PX, FLOATING_CLASS } from './floating-class.ts'
import { useOverlayRoot } from './overlay-root.ts'
import './widgets.css'

/** One choice of a {@link Combobox}. */
export type ComboboxOption<Value extends string> = {
  value: Value
  label: string
  /** Shown after the label, in a quieter colour. */
  detail?: string
  /** Heading that it stands under; options of one group follow each other. Default: none. */
  group?: string
}

/** Props of {@link Combobox}. */
export type ComboboxProps<Value extends string> = FieldText & {
  options: readonly ComboboxOption<Value>[]
  /** `null` while nothing is chosen. */
  value: Value | null
  onChange: (value: Value | null) => void
  placeholder?: string
  /** Shown when no option matches what was typed. */
  emptyText?: string
  /** The options are still being fetched. */
  isLoading?: boolean
  disabled?: boolean
  /** True if a choice cannot be cleared. Default: false. */
  isRequired?: boolean
  /** 32 or 40 px high (44 on touch). */
  size?: 'sm' | 'md'
  /** Draws an option's label. Default: as text. */
  drawLabel?: (option: ComboboxOption<Value>) => ReactNode
}

/** A choice from a long list that typing narrows. For a short list, `Select` is the better control. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, hint, error, hideLabel = false, options, value, onChange, disabled = false } = props
  const { isRequired = false, size = 'md', drawLabel = (option) => option.label } = props
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(wiring) => (
        <Base.Root
          items={options.some(({ group }) => group !== undefined) ? groupsOf(options) : options}
          value={chosen}
          onValueChange={(option) => {
            // Deleting what was typed clears the choice too.
            if (option !== null || !isRequired) onChange(option?.value ?? null)
          }}
          isItemEqualToValue={(a, b) => a.value === b.value}
          disabled={disabled}
          autoHighlight
        >
          <Control wiring={wiring} label={label} placeholder={props.placeholder} canClear={!isRequired} size={size} />
          <Options
            emptyText={props.emptyText ?? 'No matches'}
            isLoading={props.isLoading ?? false}
            drawLabel={drawLabel}
          />
        </Base.Root>
      )}
    </Field>
  )
}

/** Options under one heading. */
type OptionGroup<Value extends string> = { value: string; items: ComboboxOption<Value>[] }

/** The options by their groups, in the order of the first option of each. */
function groupsOf<Value extends string>(options: readonly ComboboxOption<Value>[]): OptionGroup<Value>[] {
  const groups = new Map<string, ComboboxOption<Value>[]>()
  for (const option of options) {
    const name = option.group ?? ''
    groups.set(name, [...(groups.get(name) ?? []), option])
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}

type ControlProps = {
  wiring: FieldWiring
  label: string
  placeholder: string | undefined
  canClear: boolean
  size: 'sm' | 'md'
}

function Control({ wiring, label, placeholder, canClear, size }: ControlProps) {
  return (
    <Base.InputGroup className="relative">
      <Base.Input
        {...wiring}
        // An open list hides the visible label from assistive technology.
        aria-label={label}
        placeholder={placeholder}
        className={classNames(CONTROL_CLASS, 'ui-combobox-input text-ellipsis', SIZE[size])}
      />
      <div className="absolute inset-y-0 right-1.5 flex items-center">
        {canClear && (
          <Base.Clear aria-label="Clear" className={classNames(INNER_BUTTON, 'ui-combobox-clear')}>
            <X />
          </Base.Clear>
        )}
        <Base.Trigger aria-label="Show options" className={INNER_BUTTON}>
          <ChevronDown />
        </Base.Trigger>
      </div>
    </Base.InputGroup>
  )
}

type OptionsProps<Value extends string> = {
  emptyText: string
  isLoading: boolean
  drawLabel: (option: ComboboxOption<Value>) => ReactNode
}

function Options<Value extends string>({ emptyText, isLoading, drawLabel }: OptionsProps<Value>) {
  const root = useOverlayRoot()
  return (
    <Base.Portal container={root}>
      <Base.Positioner positionMethod="fixed" sideOffset={4} collisionPadding={EDGE_PX} className="z-50 outline-none">
        <Base.Popup
          className={classNames(FLOATING_CLASS, 'ui-combobox-list overflow-y-auto overscroll-contain p-1 text-sm')}
        >
          <Base.Status className="empty:hidden">{isLoading && <p className={MESSAGE}>Loading …</p>}</Base.Status>
          <Base.Empty>{!isLoading && <p className={MESSAGE}>{emptyText}</p>}</Base.Empty>
          <Base.List>
            {(item: ComboboxOption<Value> | OptionGroup<Value>) =>
              'items' in item ? (
                <Base.Group key={item.value} items={item.items}>
                  <Base.GroupLabel className={GROUP}>{item.value}</Base.GroupLabel>
                  <Base.Collection>
                    {(option: ComboboxOption<Value>) => (
                      <Option key={option.value} option={option} drawLabel={drawLabel} />
                    )}
                  </Base.Collection>
                </Base.Group>
              ) : (
                <Option key={item.value} option={item} drawLabel={drawLabel} />
              )
            }
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

type OptionProps<Value extends string> = Pick<OptionsProps<Value>, 'drawLabel'> & { option: ComboboxOption<Value> }

function Option<Value extends string>({ option, drawLabel }: OptionProps<Value>) {
  return (
    <Base.Item value={option} className={OPTION}>
      <span className="min-w-0 grow truncate">{drawLabel(option)}</span>
      {option.detail !== undefined && <span className="shrink-0 text-faint">{option.detail}</span>}
      <Base.ItemIndicator className="shrink-0 text-accent-text">
        <Check className="size-4" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}

const SIZE = { sm: 'h-8 text-sm', md: 'h-10 pointer-coarse:h-11' } as const
const GROUP = 'px-2.5 pt-3 pb-1 text-xs text-muted'
const INNER_BUTTON =
  'ui-combobox-button grid place-items-center rounded-md text-faint transition-colors hover:text-text [&_svg]:size-4'
const MESSAGE = 'px-2.5 py-1.5 text-muted'
const OPTION =
  'ui-menu-item flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11'
