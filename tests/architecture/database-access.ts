import { type ESTree, Visitor } from 'vite'
import type { Source } from './source.ts'

const READERS = new Set(['queryRows', 'queryRow', 'findRow'])
const QUOTED_COLUMN = /"[a-z]+[A-Z][A-Za-z0-9]*"/
const USES_DRIVER = 'use rows.ts instead of the driver'

/** What goes past `platform/server/rows.ts` or against its rules in one file, as `path:line message`. */
export function databaseFaults({ path, text, program }: Source): string[] {
  const faults = new Set<string>()
  const report = ({ start }: { start: number }, message: string): void => {
    faults.add(`${path}:${text.slice(0, start).split('\n').length} ${message}`)
  }
  const checkText = (node: { start: number }, value: string): void => {
    if (/\b(select|returning)\b/.test(value) && QUOTED_COLUMN.test(value))
      report(node, 'name columns in snake_case: rows.ts turns them into camelCase keys')
  }
  new Visitor({
    MemberExpression(node) {
      if (nameOf(node.property) === '$client') report(node, USES_DRIVER)
    },
    ObjectPattern(node) {
      if (node.properties.some((property) => property.type === 'Property' && nameOf(property.key) === '$client'))
        report(node, USES_DRIVER)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'query' && !isRequest(callee.object))
        report(callee.object, USES_DRIVER)
      if (callee.type === 'Identifier' && READERS.has(callee.name) && node.arguments[1]?.type === 'CallExpression')
        report(node, 'create the schema of a row once, at the top level')
    },
    TemplateElement: (node) => checkText(node, node.value.raw),
    Literal(node) {
      if (typeof node.value === 'string') checkText(node, node.value)
    },
  }).visit(program)
  return [...faults]
}

/** `c.req.query('name')` reads an address, not a database. */
function isRequest(node: ESTree.Node): boolean {
  return node.type === 'MemberExpression' && nameOf(node.property) === 'req'
}

function nameOf(node: ESTree.Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined
}
