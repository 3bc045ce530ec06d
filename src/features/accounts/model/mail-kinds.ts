/** The kinds of mails that people may do without. Mails about security, money, access and expiry have none. */
export const MAIL_KINDS = ['comments', 'team', 'referrals'] as const
/** One of them. */
export type MailKind = (typeof MAIL_KINDS)[number]

/** Their texts: the name of the switch, what it covers, and the end of “mails about …”. */
export const MAIL_KIND_TEXTS = {
  comments: {
    name: 'Comments',
    covers: 'Comments that mention you, and comments and approvals of your videos.',
    about: 'comments',
  },
  team: { name: 'Your team', covers: 'People who join or leave your team.', about: 'your team' },
  referrals: {
    name: 'Referrals',
    covers: 'Your first referral, and a summary each month, for affiliates.',
    about: 'your referrals',
  },
} as const satisfies Record<MailKind, { readonly name: string; readonly covers: string; readonly about: string }>

/** The kind that the link of a mail is about, for its page; the server checks the link. */
export function kindOfLink(token: string): MailKind | undefined {
  return MAIL_KINDS.find((kind) => token.startsWith(`${kind}-`))
}
