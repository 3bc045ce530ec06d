import { everything, operators, type Operators } from './operators.ts'

/** The operator's procedures for the site: rows of the table of procedures. */
export const SITE_OPERATORS = {
  'operator.siteSettings': operators(),
  'operator.siteVersions': operators({}),
  // Not the name, which the other tests of this process share.
  'operator.saveSiteSettings': everything({
    settings: { chat: 'https://chat.example' },
    replaces: 0,
    reason: 'A room to talk in',
  }),
} satisfies Readonly<Record<string, Operators>>
