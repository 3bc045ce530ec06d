import { FONT_FAMILIES, type FontFamily, fontFamily, isFontFamily } from '../font-families.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the families
const LABELS = Object.fromEntries(
  Object.keys(FONT_FAMILIES)
    .filter(isFontFamily)
    .map((id) => [id, fontFamily(id).label]),
) as Record<FontFamily, string>

/** The names of the families. */
export const FAMILY_LABELS: Readonly<Record<FontFamily, string>> = LABELS

/** The usual name of each weight in hundreds. */
export const WEIGHT_LABELS = {
  100: 'Thin',
  200: 'Extra light',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'Semibold',
  700: 'Bold',
  800: 'Extra bold',
  900: 'Black',
}
