import { TEMPLATES } from '#features/templates/model/index.ts'

/**
 * Template files with one to four changes each: fields that are missing, of another kind, out of range, nested deeply
 * or named like code, and texts with other characters. The same for the same seed.
 */
export function mutatedTemplates(count: number, seed: number): string[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const template: unknown = structuredClone(pick(random, TEMPLATES))
    const changes = 1 + Math.floor(random() * 3)
    for (let change = 0; change < changes; change += 1) changeField(template, random)
    const text = JSON.stringify(template)
    return random() < 0.3 ? changedText(text, random) : text
  })
}

type Random = () => number

/** Values that a field of another kind, or somebody's own tool, may hold. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  'none',
  'accent',
  '#FF0000',
  '#12345678',
  'red',
  '</script>',
  'javascript:alert(1)',
  'a'.repeat(5_000),
  '\u202E\u0000\n',
  '\uD800',
  'wordpop-template/3',
  'wordpop-template/1',
  0,
  -0,
  1,
  -1,
  0.001,
  0.3,
  0.5,
  20,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  400,
  [],
  [null],
  {},
  { preset: 'none' },
  { x: 1 },
  Array(200).fill('#FFFFFF'),
]

function changeField(json: unknown, random: Random): void {
  const sections = sectionsOf(json)
  const section = pick(random, sections)
  const keys = Object.keys(section)
  const key = keys.length === 0 ? 'x' : pick(random, keys)
  const kind = random()
  const old: unknown = Reflect.get(section, key)
  if (kind < 0.15) Reflect.deleteProperty(section, key)
  else if (typeof old === 'number' && kind < 0.7)
    Reflect.set(section, key, Math.round(old * (50 + 100 * random())) / 100)
  else if (kind < 0.75) Reflect.set(section, key, pick(random, VALUES))
  else if (kind < 0.85) Reflect.set(section, pick(random, NAMES), pick(random, VALUES))
  else if (kind < 0.95) Reflect.set(section, key, structuredClone(pick(random, sections)))
  else Reflect.set(section, key, nested(1 + Math.floor(random() * 2_000)))
}

const NAMES = [
  '__proto__x',
  'constructor',
  'toString',
  'script',
  'onload',
  'a'.repeat(300),
  '',
  'font',
  'box',
  'dim',
  'glow',
]

/** Sections deeper than those of any template stay as they are. */
const DEEPEST = 8

/** This section, and those in it. */
function sectionsOf(json: unknown, depth = 0): object[] {
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return []
  return [json, ...Object.values(json).flatMap((section) => sectionsOf(section, depth + 1))]
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { box: value }
  return value
}

/** The text cut off, with a part twice, or with another character. */
function changedText(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const to = at + Math.floor(random() * 40)
  return pick(random, [
    text.slice(0, at),
    text.slice(0, to) + text.slice(at),
    text.slice(0, at) + pick(random, ['"', '{', ',', '9', '\\u0000', '\u0000', '__proto__', '-']) + text.slice(at + 1),
    `\uFEFF${text}`,
    `[${text}]`,
    text.replace('"font"', '"__proto__"'),
  ])
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to pick from')
  return item
}

/** A linear congruential generator: the same numbers on every machine. */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
