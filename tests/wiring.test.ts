import { Visitor } from 'vite'
import { expect, test } from 'vitest'
import { parse, readSources, type Source } from './architecture/source.ts'

/** The mechanism of composition; it knows no feature. */
const MECHANISM = ['src/app/wiring/feature.ts', 'src/app/wiring/run-all.ts']

test('the composition of features holds no rule: no decision, loop or calculation', async () => {
  const wiring = (await readSources()).filter(
    ({ path }) => /^src\/app\/(compose|wiring\/[^/]+)\.ts$/.test(path) && !path.includes('.test.'),
  )
  const checked = wiring.filter(({ path }) => !MECHANISM.includes(path))
  expect(checked.length).toBeGreaterThan(10)
  expect(checked.flatMap(decisionsOf)).toEqual([])
})

test('finds a decision, a loop and a calculation', () => {
  const wiring = [
    'export function wire(env) {',
    '  for (const one of env.all) open(one)',
    '  return { unlimited: env.BILLING === "off", room: env.quota * 2, limit: env.limit ?? 3, jobs: env.jobs?.length }',
    '}',
  ].join('\n')
  expect(decisionsOf(parse('src/app/wiring/shop.ts', wiring))).toEqual([
    'src/app/wiring/shop.ts:2 ForOfStatement',
    'src/app/wiring/shop.ts:3 BinaryExpression',
    'src/app/wiring/shop.ts:3 BinaryExpression',
    'src/app/wiring/shop.ts:3 LogicalExpression',
  ])
})

/** Where a file decides, loops or calculates, as `path:line kind`. */
function decisionsOf({ path, text, program }: Source): string[] {
  const found: string[] = []
  const note = ({ type, start }: { type: string; start: number }) => {
    found.push(`${path}:${text.slice(0, start).split('\n').length} ${type}`)
  }
  new Visitor({
    IfStatement: note,
    ConditionalExpression: note,
    SwitchStatement: note,
    LogicalExpression: note,
    BinaryExpression: note,
    ForStatement: note,
    ForInStatement: note,
    ForOfStatement: note,
    WhileStatement: note,
    DoWhileStatement: note,
  }).visit(program)
  return found
}
