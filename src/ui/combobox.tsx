import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { classNames } from './class-names.ts'
import { CONTROL_LOOK, Field, type FieldText, type FieldWiring } from './field.tsx'
import { EDGE_PX, FLOATING_LOOK } from './floating-look.ts'
import { useOverlayRoot } from './overlay-root.ts'
import './widgets.css'

/** One choice of a {@link Combobox}. */
export type ComboboxOption<Value extends string> = {
  value: Value
  label: string
  /** Shown after the label, in a quieter colour. */
  detail?: string
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
}

/** A choice from a long list that typing narrows. For a short list, `Select` is the better control. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, hint, error, hideLabel = false, options, value, onChange, disabled = false } = props
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(wiring) => (
        <Base.Root
          items={options}
          value={chosen}
          onValueChange={(option) => onChange(option?.value ?? null)}
          isItemEqualToValue={(a, b) => a.value === b.value}
          disabled={disabled}
          autoHighlight
        >
          <Control wiring={wiring} label={label} placeholder={props.placeholder} />
          <Options emptyText={props.emptyText ?? 'No matches'} isLoading={props.isLoading ?? false} />
        </Base.Root>
      )}
    </Field>
  )
}

function Control({
  wiring,
  label,
  placeholder,
}: {
  wiring: FieldWiring
  label: string
  placeholder: string | undefined
}) {
  return (
    <Base.InputGroup className="relative">
      <Base.Input
        {...wiring}
        // An open list hides the visible label from assistive technology.
        aria-label={label}
        placeholder={placeholder}
        className={classNames(CONTROL_LOOK, 'ui-combobox-input h-10 text-ellipsis pointer-coarse:h-11')}
      />
      <div className="absolute inset-y-0 right-1.5 flex items-center">
        <Base.Clear aria-label="Clear" className={classNames(INNER_BUTTON, 'ui-combobox-clear')}>
          <X />
        </Base.Clear>
        <Base.Trigger aria-label="Show options" className={INNER_BUTTON}>
          <ChevronDown />
        </Base.Trigger>
      </div>
    </Base.InputGroup>
  )
}

function Options({ emptyText, isLoading }: { emptyText: string; isLoading: boolean }) {
  const root = useOverlayRoot()
  return (
    <Base.Portal container={root}>
      <Base.Positioner positionMethod="fixed" sideOffset={4} collisionPadding={EDGE_PX} className="z-50 outline-none">
        <Base.Popup
          className={classNames(FLOATING_LOOK, 'ui-combobox-list overflow-y-auto overscroll-contain p-1 text-sm')}
        >
          <Base.Status className="empty:hidden">{isLoading && <p className={MESSAGE}>Loading …</p>}</Base.Status>
          <Base.Empty>{!isLoading && <p className={MESSAGE}>{emptyText}</p>}</Base.Empty>
          <Base.List>
            {(option: ComboboxOption<string>) => (
              <Base.Item key={option.value} value={option} className={OPTION}>
                <span className="min-w-0 grow truncate">{option.label}</span>
                {option.detail !== undefined && <span className="shrink-0 text-faint">{option.detail}</span>}
                <Base.ItemIndicator className="shrink-0 text-accent-text">
                  <Check className="size-4" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

const INNER_BUTTON =
  'ui-combobox-button grid place-items-center rounded-md text-faint transition-colors hover:text-text [&_svg]:size-4'
const MESSAGE = 'px-2.5 py-1.5 text-muted'
const OPTION =
  'ui-menu-item flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11'
