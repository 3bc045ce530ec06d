import { type Scene, type ScenePage, type SceneState, stateAt } from '#features/rendering/model/index.ts'
import { samePose, type Pose } from '#features/rendering/model/paint/state.ts'
import { colorOf } from '#features/rendering/model/paint/tone.ts'
import { isActiveMoving } from '#features/templates/model/index.ts'

/** The frames of the clip, as libass should show them. */
type Frames = { readonly count: number; readonly perSecond: number }

/**
 * The metrics libass uses of a font file. Its sizes are of a whole line, from the file's `OS/2` table (usWinAscent,
 * usWinDescent); a canvas measures the em.
 */
const FONTS = {
  inter: { name: 'Inter', bold: 1, ascent: 2269 / 2048, descent: 660 / 2048 },
  montserrat: { name: 'Montserrat Thin Black', bold: 0, ascent: 1.109, descent: 0.453 },
} as const

const HEAD = `[Script Info]
ScriptType: v4.00+
PlayResX: 1080
PlayResY: 1920
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
Style: Main,Inter,64,&H00FFFFFF,&H00000000,&H00000000,0,1,0,0,5,0,0,0

[Events]
Format: Layer, Start, End, Style, Text
`

/**
 * The same captions for libass: the same glyphs of the same font files, in the same places, colours and poses at every
 * frame, so that both give the encoder the same picture. A line that never moves is one event; a word that does is one
 * event per pose. Soft shadows, which libass supports only for letters without an outline, are separate events. Boxes
 * and runs of colour cannot be expressed.
 */
export function assOf(scene: Scene, frames: Frames): string {
  const events = scene.pages.flatMap((page) =>
    unitsOf(page).flatMap((unit) =>
      shownUnitsOf(scene, page, unit, frames).flatMap((showing) => eventsOf(page, showing)),
    ),
  )
  return `${HEAD}${events.join('\n')}\n`
}

/** A unit that moves together: a word, or a line without motion. */
type Unit = { readonly text: string; readonly centerX: number; readonly baseline: number; readonly first: number }

function unitsOf(page: ScenePage): Unit[] {
  const words = page.words.map(({ text, centerX, baseline }, first) => ({ text, centerX, baseline, first }))
  if (isActiveMoving(page.look.animation)) return words
  return page.lines.map((line, at) => {
    const inLine = words.filter(({ first }) => page.words[first]?.line === at)
    const [{ baseline, first } = { baseline: 0, first: 0 }] = inLine
    return { text: inLine.map(({ text }) => text).join(' '), centerX: (line.x0 + line.x1) / 2, baseline, first }
  })
}

/** A unit in one pose, from one time to another, in seconds. */
type ShownUnit = { readonly unit: Unit; readonly pose: Pose; readonly from: number; readonly to: number }

function shownUnitsOf(scene: Scene, page: ScenePage, unit: Unit, { count, perSecond }: Frames): ShownUnit[] {
  const shown: ShownUnit[] = []
  for (let frame = 0; frame < count; frame += 1) {
    const pose = poseIn(stateAt(scene, (frame * 1_000) / perSecond), page, unit)
    if (pose === undefined || pose.tone === 'hidden') continue
    // Half a frame early and late, so that rounding to hundredths never moves a change to another frame.
    const [from, to] = [(frame - 0.5) / perSecond, (frame + 0.5) / perSecond]
    const last = shown.at(-1)
    if (last !== undefined && last.to === from && samePose(last.pose, pose)) shown.splice(-1, 1, { ...last, to })
    else shown.push({ unit, pose, from, to })
  }
  return shown
}

function poseIn(state: SceneState | null, page: ScenePage, unit: Unit): Pose | undefined {
  return state?.page === page ? state.poses[unit.first] : undefined
}

function eventsOf(page: ScenePage, { unit, pose, from, to }: ShownUnit): string[] {
  const { decoration, look, em } = page
  const font = look.font.family === 'montserrat' ? FONTS.montserrat : FONTS.inter
  const word = page.words[unit.first]
  // Words at rest, then those returning to it, then the spoken one, in the painter's stacking order.
  const layer = pose.scale === 1 ? 0 : pose.tone === 'active' ? 4 : 2
  const middle = unit.baseline - ((font.ascent - font.descent) / 2) * em
  const percent = (100 * pose.scale).toFixed(2)
  const text = (colour: string, outline: string, o: { dx: number; dy: number; blur: number }) =>
    `{\\pos(${(unit.centerX + o.dx).toFixed(1)},${(middle + pose.shift + o.dy).toFixed(1)})\\fn${font.name}\\b${font.bold}` +
    `\\fs${(em * (font.ascent + font.descent)).toFixed(2)}\\fsp${(look.font.tracking * em).toFixed(2)}\\fscx${percent}\\fscy${percent}` +
    `\\frz${((-180 / Math.PI) * pose.tilt).toFixed(2)}\\bord${(decoration.strokeWidth / 2).toFixed(2)}\\blur${o.blur.toFixed(2)}` +
    `${paint(1, colour)}${paint(3, outline)}}${unit.text}`
  const event = (above: number, content: string) =>
    `Dialogue: ${layer + above},${clock(from)},${clock(to)},Main,${content}`
  const fill = word === undefined ? look.fill.upcoming : colorOf(page, word, pose.tone)
  return [
    ...decoration.shadows.map(({ x, y, blur, color }) =>
      event(0, text(color, color, { dx: x, dy: y, blur: blur * BLUR })),
    ),
    event(1, text(fill, look.stroke?.color ?? '#000000', { dx: 0, dy: 0, blur: 0 })),
  ]
}

/** libass' blur differs from a canvas's shadowBlur, which is twice the standard deviation. */
const BLUR = Math.sqrt(Math.log(256)) / 4

/** Converts `#RRGGBB` or `#RRGGBBAA` to ASS: blue first, and transparency instead of opacity. */
function paint(part: 1 | 3, color: string): string {
  const [red, green, blue, opacity = 'FF'] = color.slice(1).toUpperCase().match(/../g) ?? []
  const clear = (255 - Number.parseInt(opacity, 16)).toString(16).toUpperCase().padStart(2, '0')
  return `\\${part}c&H${blue}${green}${red}&\\${part}a&H${clear}&`
}

/** `h:mm:ss.cc`, the time format of ASS. */
function clock(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${two(Math.floor(hundredths / 6_000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
