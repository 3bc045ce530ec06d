import { FONT_FAMILIES, type FontFamily, fontFamily, isFontFamily } from '../font-families.ts'

/** The name of each shipped family. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the families
export const FAMILY_LABELS = Object.fromEntries(
  Object.keys(FONT_FAMILIES)
    .filter(isFontFamily)
    .map((id) => [id, fontFamily(id).label]),
) as Readonly<Record<FontFamily, string>>

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
