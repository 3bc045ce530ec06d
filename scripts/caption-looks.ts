/**
 * Writes the stylesheet of the captions that play on public pages, from the templates themselves: the looks a visitor
 * sees are those a creator gets, without the painter's code. Run it after a shown template changed:
 * `node scripts/caption-looks.ts`.
 */
import { writeFile } from 'node:fs/promises'
import { newestTemplate, type Template } from '#features/templates/model/index.ts'

/** The templates that are shown, in their order. */
const SHOWN = ['karaoke', 'follow-pill', 'one-word-pop', 'bounce', 'build', 'boxed'] as const

/** The demo's loop: 16 words, one after the other. Its stylesheet counts on it. */
const LOOP_MS = 16 * 460
/** Frame height over its width: 9:16, as clips for phones have it. */
const FRAME_RATIO = 16 / 9
/** Copies of a letter around itself that draw its outline with round corners. */
const OUTLINE_STEPS = 16

const target = new URL('../src/features/site/web/caption-looks.css', import.meta.url)

/** The content of caption-looks.css, as the templates have it. */
export function captionLooks(): string {
  const rules = SHOWN.map((id) => rulesOf(newestTemplate(id)))
  return `/* Written by scripts/caption-looks.ts from the caption templates; change those instead. */\n${rules.join('\n')}`
}

function rulesOf(template: Template): string {
  const look = `[data-look='${template.id}']`
  return [
    rule(look, variablesOf(template)),
    ...boxRules(look, template),
    ...(template.fill.gradientTo === null ? [] : [gradientRule(look, template.fill.gradientTo)]),
    ...revealRules(look, template),
    keyframes(`${template.id}-enter`, enterFrames(template)),
    keyframes(`${template.id}-word`, wordFrames(template)),
    ...accentRules(look, template),
  ].join('')
}

function variablesOf({ id, font, fill, layout, ...template }: Template): Declarations {
  return {
    '--look-family': `'Demo ${font.family} ${font.weight}'`,
    '--look-weight': font.weight,
    '--look-size': `${round(font.size * FRAME_RATIO * 100)}cqw`,
    '--look-case': font.case === 'upper' ? 'uppercase' : font.case === 'lower' ? 'lowercase' : 'none',
    '--look-tracking': em(font.tracking),
    '--look-leading': font.leading,
    // With its unit also at 0: the stylesheet adds to it, and a sum with a bare number is none.
    '--look-gap': `${round(font.wordGap)}em`,
    '--look-upcoming': fill.upcoming,
    '--look-active': fill.active,
    '--look-spoken': fill.spoken,
    '--look-shadows': textShadows(template),
    '--look-width': `${round(layout.width * 100)}%`,
    '--look-middle': `${round(layout.y * 100)}%`,
    '--look-align': layout.align === 'center' ? 'center' : 'start',
    '--look-enter': `${id}-enter`,
    '--look-word': `${id}-word`,
  }
}

/** Outline and shadows: a shadow is cast by the outlined letter. */
function textShadows({ stroke, shadows }: Pick<Template, 'stroke' | 'shadows'>): string {
  const outline = outlineOf(stroke?.width ?? 0)
  const drawn = stroke === null ? [] : outline.map(({ x, y }) => `${em(x)} ${em(y)} ${stroke.color}`)
  const cast = shadows
    .toReversed()
    .flatMap((shadow) =>
      shadow.blur === 0 && stroke !== null
        ? outline.map(({ x, y }) => `${em(x + shadow.x)} ${em(y + shadow.y)} ${shadow.color}`)
        : [`${em(shadow.x)} ${em(shadow.y)} ${em(shadow.blur)} ${shadow.color}`],
    )
  return [...drawn, ...cast].join(', ') || 'none'
}

function outlineOf(width: number): { x: number; y: number }[] {
  return Array.from({ length: OUTLINE_STEPS }, (_, step) => {
    const turn = (step / OUTLINE_STEPS) * 2 * Math.PI
    return { x: width * Math.cos(turn), y: width * Math.sin(turn) }
  })
}

function boxRules(look: string, { box }: Template): string[] {
  if (box === null) return []
  const color = box.color === 'accent' ? 'var(--look-accent)' : box.color
  if (box.scope === 'word') {
    const inset = `${em(-box.padY)} ${em(-box.padX)}`
    return [rule(`${look} .word::before`, { inset, 'border-radius': em(box.radius), background: color, content: `''` })]
  }
  return [
    rule(`${look} .run`, {
      display: 'inline',
      padding: `${em(box.padY)} ${em(box.padX)}`,
      'border-radius': em(box.radius),
      background: color,
      'box-decoration-break': 'clone',
    }),
    rule(`${look} .word`, { display: 'inline' }),
  ]
}

function gradientRule(look: string, to: string): string {
  return rule(`${look} .word::after`, {
    background: `linear-gradient(currentcolor 25%, ${to} 80%)`,
    'background-clip': 'text',
    content: 'attr(data-text)',
  })
}

/** One word at a time, or each from when it is spoken. */
function revealRules(look: string, { layout, animation }: Template): string[] {
  if (layout.maxWords === 1) {
    return [
      rule(`${look} .run`, { display: 'grid', 'place-items': 'center' }),
      rule(`${look} .word`, { '--look-shown': 'look-once', '--look-still': 0, 'grid-area': '1 / 1' }),
    ]
  }
  return animation.reveal === 'word' ? [rule(`${look} .word:nth-child(n + 4)`, { '--look-still': 0 })] : []
}

/** Captions take the accents in turn. */
function accentRules(look: string, { accents, accentActive }: Template): string[] {
  return accents.map((accent, turn) =>
    rule(`${look} .line:nth-child(${accents.length}n + ${turn + 1})`, {
      '--look-accent': accent,
      ...(accentActive && { '--look-active': accent }),
    }),
  )
}

/** How the caption comes in; empty where its words come one by one. */
function enterFrames({ animation, layout }: Template): Frames {
  return animation.reveal === 'word' || layout.maxWords === 1 ? {} : cameIn(animation.enter)
}

/** How a word comes in, and what it does while it is spoken. */
function wordFrames({ animation, layout }: Template): Frames {
  const { active, enter } = animation
  if (layout.maxWords === 1) return cameIn(enter)
  if (animation.reveal === 'word') {
    return { ...cameIn(enter), '24.99%': { opacity: 1 }, '25%, 100%': { opacity: 0 } }
  }
  if (active.preset !== 'scale') return {}
  const spoken = `scale(${active.to}) rotate(calc(var(--look-side) * ${active.tilt}deg))`
  return {
    '0%': { transform: `scale(${active.from})`, 'animation-timing-function': EASES[active.ease] },
    [percent(active.ms)]: { transform: spoken },
    '6.24%': { transform: spoken },
    '7.5%, 100%': { transform: 'none' },
  }
}

function cameIn({ preset, ms, ease, amount }: Template['animation']['enter']): Frames {
  const curve = { 'animation-timing-function': EASES[ease] }
  const at = percent(ms)
  switch (preset) {
    case 'none':
      return {}
    case 'fade':
      return { '0%': { opacity: 0, ...curve }, [at]: { opacity: 1 } }
    case 'rise':
      return {
        '0%': { opacity: 0, transform: `translateY(${em(amount)})`, ...curve },
        [at]: { opacity: 1, transform: 'none' },
      }
    case 'pop':
      return { '0%': { transform: `scale(${amount})`, ...curve }, [at]: { transform: 'none' } }
    default:
      return preset satisfies never
  }
}

/** The painter's easing as the nearest curve that CSS knows. */
const EASES: Readonly<Record<Template['animation']['boxEase'], string>> = {
  linear: 'linear',
  out: 'cubic-bezier(0.22, 1, 0.36, 1)',
  overshoot: 'cubic-bezier(0.34, 1.56, 0.64, 1)',
  spring: 'cubic-bezier(0.3, 1.35, 0.5, 1)',
}

type Declarations = Readonly<Record<string, string | number>>
type Frames = Readonly<Record<string, Declarations>>

function rule(selector: string, declarations: Declarations): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `${selector} {\n${lines.join('')}}\n`
}

function keyframes(name: string, frames: Frames): string {
  const steps = Object.entries(frames)
  return steps.length === 0 ? '' : `@keyframes ${name} {\n${steps.map(([at, set]) => rule(at, set)).join('')}}\n`
}

function percent(ms: number): string {
  return `${round((ms / LOOP_MS) * 100)}%`
}

function em(length: number): string {
  const rounded = round(length)
  return rounded === 0 ? '0' : `${rounded}em`
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

if (import.meta.main) await writeFile(target, captionLooks())
