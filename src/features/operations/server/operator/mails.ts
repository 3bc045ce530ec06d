import type { Mail } from '#platform/server/mail.ts'
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
