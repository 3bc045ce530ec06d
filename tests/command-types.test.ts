import { type ESTree, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { parse, readSources, type Source } from './architecture/source.ts'
import { COMMAND_TYPES } from './support/caption-edits.ts'

const COMMANDS = 'src/features/captions/model/commands/'
/** Checks of other things that share their name with a command. */
const ALLOWED: ReadonlySet<string> = new Set([
  // The action of a key: it merges the selected words.
  "src/features/captions/web/transcript/word-actions.ts: case 'mergeWords'",
])
const TYPES: ReadonlySet<unknown> = new Set(COMMAND_TYPES)

test('only the files of the commands check the type of a command', async () => {
  const sources = (await readSources()).filter(({ path }) => !path.startsWith(COMMANDS) && !path.includes('.test.'))
  expect(sources.length).toBeGreaterThan(1_000)
  const found = sources.flatMap(checksIn)
  expect(found.filter((check) => !ALLOWED.has(check))).toEqual([])
  expect(new Set(found), 'allowed checks that exist').toEqual(ALLOWED)
})

test('finds comparisons, cases and sets of command types', () => {
  const text = `
    const isUndo = command?.type === 'restore' || 'setTag' !== type
    switch (command.type) { case 'splitWord': default: }
    const STYLES = new Set(['setStyle', 'bold'])
    const command = { type: 'setTag' }
    const isRestored = decision === 'restore' || event.type === 'click'
    switch (event.key) { case 'restore': }
  `
  expect(checksIn(parse('a.ts', text))).toEqual([
    "a.ts: command?.type === 'restore'",
    "a.ts: 'setTag' !== type",
    "a.ts: case 'splitWord'",
    "a.ts: set of 'setStyle'",
  ])
})

/** Checks of a command's type, as `path: check`. */
function checksIn({ path, text, program }: Source): string[] {
  const found: string[] = []
  const codeOf = ({ start, end }: ESTree.Node) => text.slice(start, end)
  const isType = (node: ESTree.Node) => /(?:^|\.)type$/u.test(codeOf(node))
  const isName = (node: ESTree.Node) => node.type === 'Literal' && TYPES.has(node.value)
  new Visitor({
    BinaryExpression(node) {
      const { left, right, operator } = node
      if (!/^[!=]==?$/u.test(operator)) return
      if ((isType(left) && isName(right)) || (isName(left) && isType(right))) found.push(`${path}: ${codeOf(node)}`)
    },
    SwitchStatement({ discriminant, cases }) {
      if (!isType(discriminant)) return
      for (const { test: name } of cases) if (name && isName(name)) found.push(`${path}: case ${codeOf(name)}`)
    },
    NewExpression({ callee, arguments: [list] }) {
      if (codeOf(callee) !== 'Set' || list?.type !== 'ArrayExpression') return
      for (const name of list.elements) if (name && isName(name)) found.push(`${path}: set of ${codeOf(name)}`)
    },
  }).visit(program)
  return found
}
