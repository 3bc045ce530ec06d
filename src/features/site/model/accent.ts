import { type AccentTone } from '#platform/shared/contacts.ts'
import { luminanceOf, paintOf, ratioOf } from '#platform/shared/light.ts'

/** The least contrast of text, WCAG 2.2 AA. */
const LEAST_CONTRAST = 4.5

/** The chroma of the product's own accent, which has a strength of 1. */
const OWN_CHROMA = 0.182
/** A colour stronger than the product's own leaves the gamut of screens at most hues. */
const MOST_PERCENT = 120

/**
 * What a theme takes from an accent: its hue and strength. The lightness is the theme's, as in `tokens.css`, and a strength
 * that screens cannot show there is reduced: text stays legible in both themes, whatever the colour.
 * @param color `#rrggbb`
 */
export function accentToneOf(color: string): AccentTone {
  const { a, b } = labOf(color)
  const chroma = Math.hypot(a, b)
  if (chroma < 0.004) return { hue: 0, strength: 0 }
  const turned = (Math.atan2(b, a) * 180) / Math.PI
  const hue = Math.round(turned < 0 ? turned + 360 : turned)
  let percent = Math.min(MOST_PERCENT, Math.round((chroma / OWN_CHROMA) * 100))
  while (percent > 0 && leastContrastOf({ hue, strength: percent / 100 }) < LEAST_CONTRAST) percent -= 1
  return { hue, strength: percent / 100 }
}

function leastContrastOf(tone: AccentTone): number {
  const { light, dark } = contrastOf(tone)
  return Math.min(light.text, light.button, dark.text, dark.button)
}

/** The accent where no style sheet applies, as on the button of a mail: `#rrggbb`, light enough for dark text. */
export function plainAccent(tone: AccentTone): string {
  return hexOf(shade(tone, DARK.accent))
}

/** The contrast of an accent in each theme: of text in it on the page, and of the text on a button. */
export function contrastOf(tone: AccentTone): Readonly<Record<'light' | 'dark', { text: number; button: number }>> {
  const of = (theme: Theme) => ({
    text: ratio(shade(tone, theme.text), theme.ground),
    button: ratio(ON_ACCENT, shade(tone, theme.accent)),
  })
  return { light: of(LIGHT), dark: of(DARK) }
}

/** A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
type Lch = readonly [lightness: number, chroma: number, hue: number]

// Copies of tokens.css; accent.test.ts compares them. The ground is the one with the least contrast.
const ON_ACCENT: Lch = [0.175, 0.03, 50]
const LIGHT = {
  ground: [0.953, 0.009, 72],
  text: [0.515, 0.16, -6],
  accent: [0.715, 0.182, 0],
} as const satisfies Theme
const DARK = { ground: [0.228, 0.008, 60], text: [0.79, 0.142, 7], accent: [0.735, 0.172, 1] } as const satisfies Theme
/** `text` and `accent` add their last number to the hue of the accent. */
type Theme = Readonly<Record<'ground' | 'text' | 'accent', Lch>>

function shade({ hue, strength }: AccentTone, [lightness, chroma, turn]: Lch): Lch {
  return [lightness, chroma * strength, hue + turn]
}

function ratio(one: Lch, other: Lch): number {
  const luminance = (color: Lch) => luminanceOf(paintOf(hexOf(color)).rgb)
  return Math.round(ratioOf(luminance(one), luminance(other)) * 100) / 100
}

/** sRGB to OKLab (Ottosson 2020). */
function labOf(color: string): { a: number; b: number } {
  const part = (at: number) => linearOf(Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red, green, blue] = [part(1), part(3), part(5)]
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return {
    a: 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  }
}

/** OKLCH to sRGB; parts outside the gamut are cut off, as browsers do. */
function hexOf([lightness, chroma, hue]: Lch): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  const linear = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ]
  return `#${linear.map((value) => byteOf(value).toString(16).padStart(2, '0')).join('')}`
}

function linearOf(share: number): number {
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function byteOf(linear: number): number {
  const kept = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (kept <= 0.003_130_8 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055))
}
