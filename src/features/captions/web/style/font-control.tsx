import {
  FONT_CATEGORIES,
  FONT_FAMILIES,
  type FontFamily,
  fontFamily,
  isFontFamily,
  isOwnFamily,
  type OwnFamily,
} from '#features/templates/model/index.ts'
import { Combobox, type ComboboxOption } from '#ui/combobox.tsx'
import { type EditorBrand, useEditorBrand } from '../store/editor-brand.ts'
import type { EditorSlots } from '../slots.ts'

type Family = FontFamily | OwnFamily

const SHIPPED = Object.keys(FONT_FAMILIES)
  .filter(isFontFamily)
  .map((value): ComboboxOption<Family> => {
    const { label, category } = fontFamily(value)
    return { value, label, group: FONT_CATEGORIES[category] }
  })
const OWN_GROUP = 'Your fonts'

type FontControlProps = Pick<EditorSlots, 'fontName'> & {
  readonly label: string
  readonly value: Family
  onChange(family: Family): void
}

/** Own fonts, then the shipped families by kind, each name in its own letters; typing narrows the list. */
export function FontControl({ label, value, fontName, onChange }: FontControlProps) {
  const { fonts, manageFonts } = useEditorBrand()
  const isMissing = isOwnFamily(value) && fonts !== null && !fonts.some(({ family }) => family === value)
  return (
    <div className="grid gap-3">
      <Combobox
        label={label}
        hint={
          <>
            Fonts that come with the editor are under the{' '}
            <a href="/fonts/licences.txt" target="_blank" rel="noreferrer" className="underline">
              Open Font License
            </a>
            .
          </>
        }
        error={isMissing ? 'This font is missing. The captions use the font of the template.' : undefined}
        size="sm"
        isRequired
        options={optionsOf(fonts, value)}
        value={value}
        emptyText="No font of that name"
        drawLabel={({ value: family, label: name }) => (isOwnFamily(family) ? name : fontName({ family }))}
        onChange={(family) => {
          if (family !== null) onChange(family)
        }}
      />
      {manageFonts}
    </div>
  )
}

function optionsOf(fonts: EditorBrand['fonts'], value: Family): readonly ComboboxOption<Family>[] {
  const own = (fonts ?? []).map(({ family, label }) => ({ value: family, label, group: OWN_GROUP }))
  if (!isOwnFamily(value) || own.some((font) => font.value === value)) return [...own, ...SHIPPED]
  return [{ value, label: fonts === null ? 'Your font' : 'Missing font', group: OWN_GROUP }, ...own, ...SHIPPED]
}
