/**
 * Writes the stylesheet of the captions on public pages from the templates: visitors see the same looks that creators
 * get, without the painter's code. Motion is sampled from the painter's poses. Run it after changing a shown template
 * or an effect: `node scripts/demo-templates.ts`.
 */
import { writeFile } from 'node:fs/promises'
import {
  captionPose,
  followsWords,
  hidesUnspoken,
  inkPose,
  type Template,
  newestTemplate,
  wordPose,
} from '#features/templates/model/index.ts'
import { type Keyframe, keyframesOf, type Stance, STANDING } from './pose-keyframes.ts'

/** The templates shown, in order. */
const SHOWN = ['karaoke', 'follow-pill', 'one-word-pop', 'bounce', 'build', 'boxed'] as const

/** The demo's loop: 16 words in sequence, four per line. Its stylesheet relies on this. */
const WORD_MS = 460
const LINE_MS = 4 * WORD_MS
const LOOP_MS = 16 * WORD_MS
/** Height over width of a frame: 9:16, as for phones. */
const FRAME_RATIO = 16 / 9
/** Copies of a letter around itself that form its outline with round corners; a thin one needs fewer. */
const OUTLINE_STEPS = { thick: 12, thin: 8 } as const
/** In em: below it, eight copies leave no corner of half a pixel. */
const THICK = 0.08

const target = new URL('../src/features/site/web/demo/demo-templates.css', import.meta.url)

/**
 * The content of demo-templates.css.
 * @param templates default: those shown
 * @throws RangeError for a template that a stylesheet cannot draw
 */
export function demoTemplates(templates = SHOWN.map((id) => newestTemplate(id))): string {
  const rules = templates.map(rulesOf)
  return `/* Written by scripts/demo-templates.ts from the caption templates; change those instead. */\n${rules.join('\n')}`
}

function rulesOf(template: Template): string {
  const look = `[data-look='${template.id}']`
  return [
    rule(look, variablesOf(template)),
    ...boxRules(look, template),
    ...gradientRules(look, template),
    ...revealRules(look, template),
    keyframes(`${template.id}-enter`, keyframesOf(captionStance(template), LOOP_MS)),
    keyframes(`${template.id}-word`, keyframesOf(wordStance(template), LOOP_MS)),
    ...accentRules(look, template),
  ].join('')
}

function variablesOf(template: Template): Declarations {
  const { id, font, fill, layout } = template
  return {
    '--look-family': `'Demo ${font.family} ${font.weight}'`,
    '--look-weight': font.weight,
    '--look-size': `${round(font.size * FRAME_RATIO * 100)}cqw`,
    '--look-case': font.case === 'upper' ? 'uppercase' : font.case === 'lower' ? 'lowercase' : 'none',
    '--look-tracking': em(font.tracking),
    '--look-leading': font.leading,
    // With a unit even at 0: the stylesheet adds to it, and a sum with a bare number is invalid.
    '--look-gap': `${round(font.wordGap)}em`,
    '--look-upcoming': fill.upcoming,
    '--look-active': fill.active,
    '--look-spoken': fill.spoken,
    '--look-shadows': textShadows(template),
    '--look-width': `${round(layout.width * 100)}%`,
    '--look-middle': `${round(layout.y * 100)}%`,
    '--look-align': alignmentOf(layout),
    '--look-enter': `${id}-enter`,
    '--look-word': `${id}-word`,
  }
}

function alignmentOf({ align }: Template['layout']): string {
  // In CSS a text of several lines is as wide as it may be, so its lines would start at the left edge.
  if (align === 'block') throw new RangeError('The stylesheet cannot centre lines that start together')
  return align
}

/** Outline and shadows: the outlined letter casts the shadow. */
function textShadows(template: Template): string {
  const { outlines, shadows } = inkPose(template, 1)
  const drawn = outlines.flatMap(({ width, color }) => copiesAround(width / 2, { x: 0, y: 0, color }))
  const widest = Math.max(0, ...outlines.map(({ width }) => width))
  const cast = shadows
    .toReversed()
    .flatMap((shadow) =>
      shadow.blur === 0 && widest > 0
        ? copiesAround(widest / 2, shadow)
        : [`${em(shadow.x)} ${em(shadow.y)} ${em(shadow.blur)} ${shadow.color}`],
    )
  return [...drawn, ...cast].join(', ') || 'none'
}

function copiesAround(radius: number, { x, y, color }: { x: number; y: number; color: string }): string[] {
  const steps = radius < THICK ? OUTLINE_STEPS.thin : OUTLINE_STEPS.thick
  return Array.from({ length: steps }, (_, step) => {
    const turn = (step / steps) * 2 * Math.PI
    return `${em(radius * Math.cos(turn) + x)} ${em(radius * Math.sin(turn) + y)} ${color}`
  })
}

function boxRules(look: string, { box }: Template): string[] {
  if (box === null) return []
  const color = box.color === 'accent' ? 'var(--look-accent)' : box.color
  if (followsWords(box)) {
    const inset = `${em(-box.padY)} ${em(-box.padX)}`
    return [
      rule(`${look} .word::before`, {
        inset,
        'border-radius': em(box.radius),
        background: color,
        ...boxShadow(box),
        content: `''`,
      }),
    ]
  }
  return [
    rule(`${look} .run`, {
      display: 'inline',
      padding: `${em(box.padY)} ${em(box.padX)}`,
      'border-radius': em(box.radius),
      background: color,
      ...boxShadow(box),
      'box-decoration-break': 'clone',
    }),
    rule(`${look} .word`, { display: 'inline' }),
  ]
}

function boxShadow({ shadow }: NonNullable<Template['box']>): Declarations {
  return shadow ? { 'box-shadow': `${em(shadow.x)} ${em(shadow.y)} ${em(shadow.blur)} ${shadow.color}` } : {}
}

function gradientRules(look: string, template: Template): string[] {
  const { run } = inkPose(template, 1)
  if (run === null) return []
  return [
    rule(`${look} .word::after`, {
      background: `linear-gradient(currentcolor 25%, ${run.to} 80%)`,
      'background-clip': 'text',
      content: 'attr(data-text)',
    }),
  ]
}

/** One word at a time, or each word from its start. */
function revealRules(look: string, { layout, animation }: Template): string[] {
  if (layout.maxWords === 1) {
    return [
      rule(`${look} .run`, { display: 'grid', 'place-items': 'center' }),
      rule(`${look} .word`, { '--look-shown': 'look-once', '--look-still': 0, 'grid-area': '1 / 1' }),
    ]
  }
  return hidesUnspoken(animation) ? [rule(`${look} .word:nth-child(n + 4)`, { '--look-still': 0 })] : []
}

/** Captions cycle through the accents. */
function accentRules(look: string, { accents, accentActive }: Template): string[] {
  return accents.map((accent, turn) =>
    rule(`${look} .line:nth-child(${accents.length}n + ${turn + 1})`, {
      '--look-accent': accent,
      ...(accentActive && { '--look-active': accent }),
    }),
  )
}

/** The pose of a caption in the loop, from the start of its first word. */
function captionStance({ animation, layout }: Template): (ms: number) => Stance {
  if (layout.maxWords === 1) return () => STANDING
  return (sinceMs) => inDegrees(captionPose(animation, { sinceMs, isFresh: true, index: 0, em: 1 }))
}

function inDegrees(pose: Stance): Stance {
  return { ...pose, tilt: (pose.tilt * 180) / Math.PI }
}

/** The pose of a word in the loop, from its start; its line is gone before the loop ends. */
function wordStance({ animation, layout }: Template): (ms: number) => Stance {
  if (layout.maxWords === 1)
    return (sinceMs) => inDegrees(captionPose(animation, { sinceMs, isFresh: true, index: 0, em: 1 }))
  return (ms) => {
    const sinceMs = ms < LINE_MS ? ms : ms - LOOP_MS - 1
    if (sinceMs < 0 && hidesUnspoken(animation)) return { ...STANDING, alpha: 0 }
    const moment = { sinceMs, pastMs: sinceMs - WORD_MS, spokenMs: WORD_MS, index: 1 }
    const { filled, ...pose } = wordPose(animation, moment, 1)
    if (filled !== null) throw new RangeError('The stylesheet has no words that are filled step by step')
    return inDegrees(pose)
  }
}

type Declarations = Readonly<Record<string, string | number>>

function rule(selector: string, declarations: Declarations): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `${selector} {\n${lines.join('')}}\n`
}

/** Equal keyframes share one rule. */
function keyframes(name: string, frames: readonly Keyframe[]): string {
  const steps = new Map<string, string[]>()
  for (const { percent, declarations } of frames) {
    const body = rule('', declarations)
    steps.set(body, [...(steps.get(body) ?? []), `${Math.round(percent * 100) / 100}%`])
  }
  const rules = [...steps].map(([body, places]) => `${places.join(', ')}${body}`)
  return rules.length === 0 ? '' : `@keyframes ${name} {\n${rules.join('')}}\n`
}

function em(length: number): string {
  const rounded = round(length)
  return rounded === 0 ? '0' : `${rounded}em`
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

if (import.meta.main) await writeFile(target, demoTemplates())
