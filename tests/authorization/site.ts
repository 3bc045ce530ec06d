/** The operator's procedures for the site: rows of the table of procedures. */
export const SITE_OPERATORS = {
  'operator.siteSettings': { operators: undefined },
  'operator.siteVersions': { operators: {} },
  // Not the name, which the other tests of this process share.
  'operator.saveSiteSettings': {
    operators: { settings: { chat: 'https://chat.example' }, replaces: 0, reason: 'A room to talk in' },
  },
}
