import type { Affiliates, Asked, Hosts, Input, Invited, Open, Own, ProcedureRow, RouteRow } from './table.ts'
import type { Operators } from './operators.ts'

/** The input of a procedure's request; undefined if it takes none. */
export function inputOf(row: ProcedureRow): Input | undefined {
  if (typeof row === 'string') return undefined
  if (isOpen(row)) return row.open
  if (isAffiliates(row)) return row.affiliates
  if (isOperators(row)) return row.operators
  if (isInvited(row)) return row.invited
  if (isHosts(row)) return row.hosts
  return isOwn(row) ? row.own : row
}

/** The request of a route. */
export function requestOf(row: RouteRow): Asked {
  if (typeof row === 'string') return {}
  if ('open' in row) return row.open
  if (isOperators(row)) return row.operators ?? {}
  return 'own' in row ? row.own : row
}

function isInvited(row: Own | Invited | Hosts | Input): row is Invited {
  return 'invited' in row
}

function isHosts(row: Own | Hosts | Input): row is Hosts {
  return 'hosts' in row
}

/** Whether the row is about something for operators. */
export function isOperators(row: ProcedureRow | RouteRow): row is Operators {
  return typeof row === 'object' && 'by' in row
}

function isAffiliates(row: Own | Affiliates | Operators | Invited | Hosts | Input): row is Affiliates {
  return 'affiliates' in row
}

function isOpen(row: Open | Own | Affiliates | Operators | Invited | Hosts | Input): row is Open {
  return 'open' in row
}

function isOwn(row: Own | Input): row is Own {
  return 'own' in row
}
