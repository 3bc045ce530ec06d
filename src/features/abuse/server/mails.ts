import type { Mail } from '#platform/server/mail.ts'
import type { CaseDecision } from '../model/index.ts'
import { KIND_LABEL, type ReportedKind } from '../model/limits.ts'

/** A decision that a mail is about. */
type Decided = { readonly to: string; readonly kind: ReportedKind; readonly title: string; readonly reason: string }

/** Notifies the owner of a takedown. @param o.url where they read it again and object */
export function takedownMail({ to, kind, title, reason, url }: Decided & { url: string }): Mail {
  const name = KIND_LABEL[kind]
  return {
    to,
    subject: `We took down “${title}”`,
    paragraphs: [
      `After a report we took down your ${name} “${title}”. ${CONSEQUENCE[kind]}`,
      `The reason: ${reason}`,
      'If you think that this is a mistake, object. Somebody looks at it again, and you get an answer by mail.',
    ],
    action: { label: 'Read or object', url },
    footnote: 'Anybody with this link can object for you: keep it to yourself.',
  }
}

const CONSEQUENCE: Readonly<Record<ReportedKind, string>> = {
  review: 'It is still in your account, but its review links do not work, and you cannot make new ones.',
  look: 'It is still in your account, but its link does not work, and you cannot share it again.',
}

/** Notifies the owner that what was taken down is public again, or stays down. */
export function answeredOwnerMail({ to, kind, title, reason, isRestored }: Decided & { isRestored: boolean }): Mail {
  const name = KIND_LABEL[kind]
  return {
    to,
    subject: isRestored ? `“${title}” is public again` : `“${title}” stays down`,
    paragraphs: [
      isRestored
        ? `We looked at your ${name} “${title}” again and restored it. Its links work as before.`
        : `We looked at your ${name} “${title}” again, and it stays down.`,
      `The reason: ${reason}`,
    ],
  }
}

/** Answers a reporter. The mail holds nothing that the owner or another reporter wrote. */
export function reporterMail(o: Pick<Decided, 'to' | 'kind' | 'reason'> & { decision: CaseDecision }): Mail {
  const { subject, sentence } = REPORTER[o.decision]
  return {
    to: o.to,
    subject,
    paragraphs: [sentence(KIND_LABEL[o.kind]), `The reason: ${o.reason}`],
    footnote: 'You get this mail because a report named this address for the answer.',
  }
}

const REPORTER: Readonly<Record<CaseDecision, { subject: string; sentence: (kind: string) => string }>> = {
  dismiss: {
    subject: 'We looked at your report',
    sentence: (kind) => `We looked at the ${kind} that you reported, and it stays public.`,
  },
  'take-down': {
    subject: 'We took down what you reported',
    sentence: (kind) => `We looked at the ${kind} that you reported, and it is no longer public.`,
  },
  uphold: {
    subject: 'What you reported stays down',
    sentence: (kind) => `The owner of the ${kind} that you reported objected. We looked again, and it stays down.`,
  },
  restore: {
    subject: 'What you reported is public again',
    sentence: (kind) => `We looked again at the ${kind} that you reported, and restored it.`,
  },
}
