/** Maximum characters of a report, and of an objection. */
export const TEXT_MAX = 2_000

/** The pages of users' making that can be reported, by the first part of their address. */
export const REPORTED_KINDS = ['review', 'look'] as const
/** A kind of public page; `review` stands for the video behind a review link. */
export type ReportedKind = (typeof REPORTED_KINDS)[number]

/** The reasons of a report, in the order of the form. */
export const REPORT_REASONS = ['illegal', 'rights', 'person', 'sexual', 'violence', 'spam', 'other'] as const
/** Why somebody reports a page. */
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Each reason as the form and the queue show it. */
export const REASON_LABEL: Readonly<Record<ReportReason, string>> = {
  illegal: 'It breaks the law',
  rights: 'It uses my work without permission',
  person: 'It shows or attacks a person',
  sexual: 'Sexual content',
  violence: 'Violence or hate',
  spam: 'Spam or fraud',
  other: 'Something else',
}

/** Each kind as pages and mails name it. */
export const KIND_LABEL: Readonly<Record<ReportedKind, string>> = { review: 'video', look: 'shared look' }

/** The path of a form that reports a page. @param token the token in the address of the page */
export function reportPath(kind: ReportedKind, token: string): string {
  return `/report/${kind}/${token}`
}
