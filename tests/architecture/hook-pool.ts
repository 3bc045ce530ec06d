import { Visitor } from 'vite'
import type { Source } from './source.ts'

/** The file that holds what Better Auth runs inside its transactions. */
export const HOOKS = 'src/features/accounts/server/auth/auth-hooks.ts'

/**
 * Where the pool can be reached from a hook of Better Auth, as `path:line message`. A hook runs while a transaction is
 * open: a second connection for each of as many sign-ups as the pool has connections blocks them all, for good.
 */
export function hookFaults({ path, text, program }: Source): string[] {
  const faults = new Set<string>()
  const report = ({ start }: { start: number }, message: string): void => {
    faults.add(`${path}:${text.slice(0, start).split('\n').length} ${message}`)
  }
  new Visitor({
    Identifier(node) {
      if (path === HOOKS && (node.name === 'db' || node.name === 'Db'))
        report(node, 'take the transaction from `queryable`')
    },
    ImportSpecifier(node) {
      if (path === HOOKS && node.local.name === 'transaction') report(node, 'a hook opens no transaction of its own')
    },
    Property(node) {
      const isHooks = node.key.type === 'Identifier' && node.key.name === 'databaseHooks'
      if (isHooks && path !== HOOKS && node.value.type === 'ObjectExpression')
        report(node, `define hooks in ${HOOKS}, which has no pool`)
    },
  }).visit(program)
  return [...faults]
}
