import type { Mail } from '#platform/server/mail.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { siteName } from '#platform/shared/product.ts'
import { type OperatorRole, ROLE_TEXTS } from '../../model/index.ts'

type RoleMail = { readonly to: string; readonly role: OperatorRole; readonly publicUrl: string }

/** Sent to an address that gets a role; it may have no account yet. */
export function roleGrantedMail({ to, role, publicUrl }: RoleMail): Mail {
  const { name, rights } = ROLE_TEXTS[role]
  return {
    to,
    subject: `You are now an operator of ${siteName()}`,
    paragraphs: [
      `This address has the role “${name}” at ${siteName()}. ${rights}`,
      'Log in with this address, or sign up with it and confirm it.',
    ],
    action: { label: 'Open the operator’s pages', url: `${publicUrl}/operator` },
    footnote: 'What operators do is recorded. If you do not expect this mail, ignore it.',
  }
}

/** Sent to an operator whose role changes. */
export function roleChangedMail({ to, role, publicUrl }: RoleMail): Mail {
  const { name, rights } = ROLE_TEXTS[role]
  return {
    to,
    subject: `Your role as an operator of ${siteName()} has changed`,
    paragraphs: [`Your role at ${siteName()} is now “${name}”. ${rights}`],
    action: { label: 'Open the operator’s pages', url: `${publicUrl}/operator` },
  }
}

/** Sent to an operator whose role is revoked. */
export function roleRevokedMail({ to }: RoleMail): Mail {
  return {
    to,
    subject: `You are no longer an operator of ${siteName()}`,
    paragraphs: [`Your role as an operator of ${siteName()} was revoked. Your account stays as it is.`],
  }
}

/** Sent to a user whose pages an operator begins to view. */
export function viewStartedMail(o: { to: string; publicUrl: string; startedAt: Date; minutes: number }): Mail {
  return {
    to: o.to,
    subject: `An operator of ${siteName()} is viewing your account`,
    paragraphs: [
      `On ${formatMoment(o.startedAt, 'utc')} an operator of ${siteName()} opened your pages as you see them, to help you or to look into a report.`,
      `They see them for up to ${o.minutes} minutes, and can change nothing. They can neither download your videos nor read passwords, codes or payment links.`,
    ],
    action: { label: 'Contact us', url: `${o.publicUrl}/contact` },
    footnote: 'What operators do is recorded. If you did not expect this, ask us about it.',
  }
}
