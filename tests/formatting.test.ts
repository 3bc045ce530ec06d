import { expect, test } from 'vitest'
import { Visitor } from 'vite'
import { parse, readSources, type Source } from './architecture/source.ts'

/** The only place where numbers, amounts, durations and dates become text. */
const HOME = 'src/platform/shared/format/'
/** What else of `Intl` and the locale methods the product needs, and why it is no formatting of numbers or dates. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['Intl.Segmenter', 'splits the words of a language'],
  ['Intl.Collator', 'sorts titles'],
  ['Intl.DisplayNames', 'names countries and languages'],
  ['toLocaleUpperCase', 'changes the case of a text by the rules of its language'],
  ['toLocaleLowerCase', 'changes the case of a text by the rules of its language'],
])

test('only the shared formatters write numbers, amounts, durations and dates', async () => {
  const sources = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path))
  expect(sources.length).toBeGreaterThan(500)
  const uses = sources.filter(({ path }) => !path.startsWith(HOME)).flatMap(localeUses)
  const forbidden = uses.filter(({ name }) => !ALLOWED.has(name))
  expect(forbidden.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  const used = new Set(uses.map(({ name }) => name))
  expect(
    [...ALLOWED.keys()].filter((name) => !used.has(name)),
    'an exception is no longer needed',
  ).toEqual([])
})

test('finds formatters and locale methods however they are called', () => {
  const text = `
    const a = new Intl.NumberFormat('en').format(1)
    const b = new globalThis.Intl.DateTimeFormat('en')
    const { ListFormat } = Intl
    const c = (1_000).toLocaleString('en')
    const d = new Date()?.toLocaleTimeString()
    const e = text.localeCompare(other) // toLocaleString
  `
  expect(localeUses(parse('a.ts', text)).map(({ name }) => name)).toEqual([
    'Intl.NumberFormat',
    'Intl.DateTimeFormat',
    'Intl',
    'toLocaleString',
    'toLocaleTimeString',
  ])
})

type LocaleUse = { readonly path: string; readonly name: string }

/** Uses of `Intl` as values, and of locale methods. Types such as `Intl.Segmenter` are erased and not counted. */
function localeUses({ path, program }: Source): LocaleUse[] {
  const names = new Map<number, string>()
  new Visitor({
    Identifier({ name, start }) {
      if (name === 'Intl') names.set(start, name)
      if (name.startsWith('toLocale')) names.set(start, name)
    },
    'MemberExpression:exit'({ object, property }) {
      const intl = object.type === 'MemberExpression' ? object.property : object
      if (names.get(intl.start) === 'Intl' && property.type === 'Identifier')
        names.set(intl.start, `Intl.${property.name}`)
    },
    'TSQualifiedName:exit'({ left }) {
      names.delete(left.start)
    },
  }).visit(program)
  return [...names].toSorted(([a], [b]) => a - b).map(([, name]) => ({ path, name }))
}
