import type { Mail } from '#platform/server/mail.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

/** What every mail about the account's safety ends with. */
const NOT_YOU = `If this was not you, somebody else may know your password: choose "Forgot password" on the log-in page and set a new one. That ends every session.`

/** To a new account, or whenever the person asks for it again. */
export function verifyMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Confirm your e-mail address for ${PRODUCT_NAME}`,
    paragraphs: [
      `Somebody, most likely you, has an account at ${PRODUCT_NAME} with this address. Confirm that it is yours.`,
      'You can work without it. It lets you log in with an identity provider that knows this address, and keeps the account yours.',
    ],
    action: { label: 'Confirm this address', url },
    footnote: 'The link works for 24 hours. If you have no account there, you need not do anything.',
  }
}

/** To who asked for a new password. */
export function resetMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Set a new password for ${PRODUCT_NAME}`,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for your account at ${PRODUCT_NAME}.`,
      'A new password ends every session, here and on other devices.',
    ],
    action: { label: 'Set a new password', url },
    footnote: 'The link works once, for an hour. If you did not ask for it, nothing has changed.',
  }
}

/** To the address an account is to change to. */
export function confirmEmailMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Confirm your new e-mail address for ${PRODUCT_NAME}`,
    paragraphs: [`An account at ${PRODUCT_NAME} is to use this address from now on. Confirm that it is yours.`],
    action: { label: 'Use this address', url },
    footnote: 'The link works for 24 hours. If you did not ask for it, nothing changes.',
  }
}

/** To the address an account has, when a change was asked for. */
export function emailChangeRequestedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return {
    to,
    subject: `A new e-mail address for your ${PRODUCT_NAME} account`,
    paragraphs: [
      `Your account at ${PRODUCT_NAME} is to use ${newEmail} instead of this address, as soon as the link we sent there is followed.`,
    ],
    footnote: `${NOT_YOU} It also makes the link worthless.`,
  }
}

/** To the address an account had until now. */
export function emailChangedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return {
    to,
    subject: `The e-mail address of your ${PRODUCT_NAME} account has changed`,
    paragraphs: [
      `Your account at ${PRODUCT_NAME} now uses ${newEmail}. This address is not connected with it any more.`,
    ],
    footnote: 'If this was not you, write to us from this address.',
  }
}

/** After a reset, and after a change in the profile. */
export function passwordChangedMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} password has changed`,
    paragraphs: [`The password of your account at ${PRODUCT_NAME} is a new one. Other sessions have ended.`],
    footnote: NOT_YOU,
  }
}

/** When an account can be signed in with another provider from now on. */
export function providerLinkedMail({ to, provider }: { to: string; provider: string }): Mail {
  return {
    to,
    subject: `${provider} now signs you in to ${PRODUCT_NAME}`,
    paragraphs: [
      `You logged in to ${PRODUCT_NAME} with ${provider}. From now on that works beside what you used before.`,
    ],
    footnote: 'If this was not you, somebody else can log in as you at that provider: change your password there.',
  }
}

/** The last mail an account gets. */
export function accountDeletedMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    paragraphs: [
      `Your account at ${PRODUCT_NAME} is gone, with your videos, captions and exports. Their files are being erased.`,
      'What was paid stays on record, without your name or address.',
    ],
    footnote: 'You can sign up again with this address at any time; that makes a new account.',
  }
}
