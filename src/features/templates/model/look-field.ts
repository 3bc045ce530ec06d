import type { Look } from './look.ts'
import type { LookPatch } from './look-patch.ts'

/** The groups of the style panel, in order; the first is always open. */
export const LOOK_GROUPS = [
  { id: 'basics', label: 'Style' },
  { id: 'font', label: 'Font' },
  { id: 'colours', label: 'Colours' },
  { id: 'outline', label: 'Outline' },
  { id: 'shadows', label: 'Shadows' },
  { id: 'box', label: 'Box' },
  { id: 'layout', label: 'Layout' },
  { id: 'animation', label: 'Animation' },
  { id: 'keywords', label: 'Keywords' },
  { id: 'tags', label: 'Numbers, names and more' },
] as const
/** A group of the style panel. */
export type LookGroup = (typeof LOOK_GROUPS)[number]['id']

/**
 * What the number of a slider measures: a share of a whole (`%`), or a length as a share of the text size (`em`), of the
 * frame's `height` or of its `width`. All four are shown as percentages.
 */
export type SliderUnit = '%' | 'em' | 'height' | 'width' | 'ms' | '°' | '×' | ''

/** A slider, in the unit of its field. */
export type SliderField = {
  readonly control: 'slider'
  readonly label: string
  readonly unit: SliderUnit
  readonly min: number
  readonly max: number
  readonly step: number
}

/** A colour. */
export type ColorField = {
  readonly control: 'color'
  readonly label: string
  /** True if the colour can have opacity. Default: false. */
  readonly hasOpacity?: true
  /** The value besides a colour: a switch turns the colour on, starting with `start`. */
  readonly optional?: { readonly label: string; readonly off: null | 'accent'; readonly start: string }
}

/** A choice of two values. */
export type SwitchField<Value> = {
  readonly control: 'switch'
  readonly label: string
  readonly on: Value
  readonly off: Value
}

/** A choice of a few labelled values. */
export type ChoiceField<Value extends string | number> = {
  readonly control: 'choice'
  readonly label: string
  readonly options: Readonly<Record<Value, string>>
  /** The values that a look can choose from. Default: all options. */
  readonly offers?: (look: Look) => readonly Value[]
  /** Further changes with a chosen value, so that the choice is visible. */
  readonly also?: Readonly<Partial<Record<Value, LookPatch>>>
}

/** A count from 1 to `max`, or `none` for null. */
export type CountField = {
  readonly control: 'count'
  readonly label: string
  readonly max: number
  readonly none: string
}

/** An optional part of the look; a switch adds it as `start`. */
export type SectionField<Value> = {
  readonly control: 'section'
  readonly label: string
  /** What it concerns, under its switch. */
  readonly hint?: string
  readonly start: Value
}

/** A list of colours. */
export type ColorsField = {
  readonly control: 'colors'
  readonly label: string
  readonly max: number
  /** Label of one colour; its number follows. */
  readonly item: string
  readonly start: string
}

/** A list of parts with fields of their own. */
export type ListField<Item> = {
  readonly control: 'list'
  readonly label: string
  /** Least number of parts. Default: 0. */
  readonly min?: number
  readonly max: number
  /** Label of one part; its number follows. */
  readonly item: string
  readonly start: Item
  readonly fields: { readonly [Key in keyof Item]: Item[Key] extends number ? SliderField : ColorField }
}

/** The description of a field apart from its control, for the style panel and the printed format. */
type Described = {
  readonly group: LookGroup
  /** Description in `docs/template-format.md`. */
  readonly about: string
  /** True if a word can have its own value. */
  readonly perWord?: true
  /** Whether the field has an effect in this look. Default: always. */
  readonly when?: (look: Look) => boolean
}

/** The value of a field where a look leaves it out; a function if it follows another field. */
type Default<Value> = { readonly absent?: Value | ((look: Look) => Value) }

/** The paths of all fields of a look, including its optional parts. */
export type LookPath = PathOf<Look>
type PathOf<Section> = {
  [Key in keyof Section & string]-?: NonNullable<Section[Key]> extends readonly unknown[]
    ? Key
    : NonNullable<Section[Key]> extends object
      ? (null extends Section[Key] ? Key : never) | `${Key}.${PathOf<NonNullable<Section[Key]>>}`
      : Key
}[keyof Section & string]

/** The value of a look at a path. */
export type ValueAt<Path extends string, Section = Look> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Section
    ? ValueAt<Rest, NonNullable<Section[Key]>>
    : never
  : Path extends keyof Section
    ? Exclude<Section[Path], undefined>
    : never

/** The description of a field of this type. */
export type FieldOf<Value> = Described & Default<Value> & ControlOf<Value>
type ControlOf<Value> = [Value] extends [readonly (infer Item)[]]
  ? [Item] extends [object]
    ? ListField<Item>
    : ColorsField
  : [Value] extends [object | null]
    ? SectionField<NonNullable<Value>>
    : [Value] extends [boolean]
      ? SwitchField<boolean>
      : [Value] extends [number | null]
        ? NumberControl<Value>
        : [Value] extends [string | null]
          ? StringControl<Value>
          : never
type NumberControl<Value extends number | null> = null extends Value
  ? CountField
  : number extends Value
    ? SliderField | ChoiceField<number>
    : ChoiceField<NonNullable<Value>>
type StringControl<Value extends string | null> =
  string extends NonNullable<Value> ? ColorField : ChoiceField<NonNullable<Value>> | SwitchField<NonNullable<Value>>

/** Descriptions of all fields of a look; a missing one does not compile. */
export type LookFields = { readonly [Path in LookPath]: FieldOf<ValueAt<Path>> }
