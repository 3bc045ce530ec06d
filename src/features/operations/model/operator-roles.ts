/** The roles of operators, the widest first. */
export const OPERATOR_ROLES = ['everything', 'support', 'finance', 'read-only'] as const
/** The role of an operator. */
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** The kinds of work of operators. Each procedure belongs to one. */
export type Duty = 'read' | 'support' | 'finance' | 'support-or-finance' | 'everything'

const ROLES_OF: Readonly<Record<Duty, readonly OperatorRole[]>> = {
  read: OPERATOR_ROLES,
  support: ['everything', 'support'],
  finance: ['everything', 'finance'],
  'support-or-finance': ['everything', 'support', 'finance'],
  everything: ['everything'],
}

/** Whether operators with this role may do this work. */
export function mayDo(role: OperatorRole, duty: Duty): boolean {
  return ROLES_OF[duty].includes(role)
}

/** The role on pages and in mails, with its rights in a sentence. */
export const ROLE_TEXTS: Readonly<Record<OperatorRole, { readonly name: string; readonly rights: string }>> = {
  everything: { name: 'Everything', rights: 'All pages and actions, including the roles of operators.' },
  support: {
    name: 'Support',
    rights: 'Reads all pages; helps users, views their pages, suspends and erases them, and cancels jobs.',
  },
  finance: {
    name: 'Finance',
    rights: 'Reads all pages; refunds, adjusts credits, agrees contracts, and pays affiliates.',
  },
  'read-only': { name: 'Read only', rights: 'Reads all pages and changes nothing.' },
}

/** A contract's procedures with the work that each one is; `me` is for everybody. */
export type Duties<Contract> = Readonly<Record<Exclude<keyof Contract, 'me'>, Duty>>
