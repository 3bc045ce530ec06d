import type { Mail } from '#platform/server/mail.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'

/** The closing paragraph of every security mail. */
const NOT_YOU = `If this was not you, someone may know your password. Choose "Forgot password" on the log-in page and set a new one. That ends every session.`

/** Sent to a new account, and again on request. */
export function verifyMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Confirm your e-mail address for ${siteName()}`,
    paragraphs: [
      `Confirm that this address belongs to your account at ${siteName()}.`,
      `You can use ${siteName()} without confirming. Confirming lets you log in with an identity provider that knows this address, and protects your account.`,
    ],
    action: { label: 'Confirm this address', url },
    footnote: `The link works for 24 hours. If you have no account at ${siteName()}, ignore this mail.`,
    despite: 'bounce',
  }
}

/** Sent to the account whose password is to be reset. */
export function resetMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Set a new password for ${siteName()}`,
    paragraphs: [
      `We received a request for a new password for your account at ${siteName()}.`,
      'Setting a new password ends every session, here and on other devices.',
    ],
    action: { label: 'Set a new password', url },
    footnote: 'The link works once, for one hour. If you did not request it, ignore this mail: nothing has changed.',
    despite: 'complaint',
  }
}

/** Sent to the new address of an account. */
export function confirmEmailMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Confirm your new e-mail address for ${siteName()}`,
    paragraphs: [`Someone asked to use this address for an account at ${siteName()}. Confirm that it is yours.`],
    action: { label: 'Use this address', url },
    footnote: 'The link works for 24 hours. If you did not request it, ignore this mail: nothing changes.',
    despite: 'bounce',
  }
}

/** Sent to the current address when a change is requested. */
export function emailChangeRequestedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return {
    to,
    subject: `A new e-mail address for your ${siteName()} account`,
    paragraphs: [
      `Your account at ${siteName()} will use ${newEmail} instead of this address once the link we sent there is opened.`,
    ],
    footnote: `${NOT_YOU} It also cancels the change.`,
  }
}

/** Sent when the owner of a stopped address lets mails go there again: if it comes back, they are stopped again. */
export function mailsAgainMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Mails of ${siteName()} reach you again`,
    paragraphs: [
      `You asked in your profile that ${siteName()} sends mails to this address again. If you read this, it works.`,
    ],
  }
}

/** Sent to the previous address. */
export function emailChangedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return {
    to,
    subject: `The e-mail address of your ${siteName()} account has changed`,
    paragraphs: [`Your account at ${siteName()} now uses ${newEmail}. This address is no longer connected to it.`],
    footnote: 'If this was not you, reply from this address.',
  }
}

/** Sent after a reset and after a change in the profile. */
export function passwordChangedMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} password has changed`,
    paragraphs: [`The password of your account at ${siteName()} was changed. All other sessions have ended.`],
    footnote: NOT_YOU,
  }
}

/** Sent when another provider is linked. */
export function providerLinkedMail({ to, provider }: { to: string; provider: string }): Mail {
  return {
    to,
    subject: `You can now log in to ${siteName()} with ${provider}`,
    paragraphs: [
      `You logged in to ${siteName()} with ${provider}. You can use it from now on, along with your other ways to log in.`,
    ],
    footnote: 'If this was not you, someone can log in as you at that provider. Change your password there.',
  }
}

/** Sent when the second factor is turned on. */
export function secondFactorOnMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account has a second factor`,
    paragraphs: [
      `Logging in to your account at ${siteName()} now needs a code of your app. All other sessions have ended.`,
      'Keep your recovery codes in a safe place: each one works once if you lose the device.',
    ],
    footnote: NOT_YOU,
  }
}

/** Sent when the owner turns the second factor off. */
export function secondFactorOffMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `The second factor of your ${siteName()} account is off`,
    paragraphs: [`Logging in to your account at ${siteName()} no longer needs a code.`],
    footnote: NOT_YOU,
  }
}

/** Sent when an operator removes the second factor. */
export function secondFactorResetMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `The second factor of your ${siteName()} account was removed`,
    paragraphs: [
      `An operator removed the second factor and the passkeys of your account at ${siteName()}. Your password alone logs you in now.`,
      'Set it up again in your profile.',
    ],
    action: { label: 'Open profile', url },
    footnote: 'If you did not request it, set it up again at once and contact us.',
  }
}

/** Sent when a recovery code was used to log in. @param o.left unused codes */
export function recoveryCodeUsedMail({ to, left }: { to: string; left: number }): Mail {
  return {
    to,
    subject: `A recovery code of your ${siteName()} account was used`,
    paragraphs: [
      `Somebody logged in to your account at ${siteName()} with a recovery code. ${pluralize(left, 'code')} left.`,
      'If your codes run out, make new ones in your profile.',
    ],
    footnote: NOT_YOU,
  }
}

/** Sent when the recovery codes are replaced. */
export function newCodesMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account has new recovery codes`,
    paragraphs: [
      `The recovery codes of your account at ${siteName()} were replaced. The previous ones no longer work.`,
    ],
    footnote: NOT_YOU,
  }
}

/** The closing paragraph of a mail about a passkey. */
const NOT_YOUR_PASSKEY =
  'If this was not you, someone may know your password. Change it in your profile, and remove the passkeys there that are not yours.'

/** Sent when a passkey is added. */
export function passkeyAddedMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account has a new passkey`,
    paragraphs: [`The passkey “${name}” now logs in to your account at ${siteName()}, without your password.`],
    action: { label: 'Open profile', url },
    footnote: NOT_YOUR_PASSKEY,
  }
}

/** Sent when the owner removes a passkey. */
export function passkeyRemovedMail({ to, name }: { to: string; name: string }): Mail {
  return {
    to,
    subject: `A passkey of your ${siteName()} account was removed`,
    paragraphs: [`The passkey “${name}” no longer logs in to your account at ${siteName()}.`],
    footnote: NOT_YOU,
  }
}

/** Sent when an operator suspends the account. */
export function suspendedMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account is suspended`,
    paragraphs: [
      `Your account at ${siteName()} is suspended. You cannot log in, your links do not work, and queued work waits. Nothing is deleted.`,
    ],
    action: { label: 'Contact us', url },
    footnote: 'Contact us if you think that this is a mistake.',
  }
}

/** Sent when an operator reinstates the account. */
export function reinstatedMail({ to, url }: { to: string; url: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account works again`,
    paragraphs: [
      `Your account at ${siteName()} is no longer suspended. Your links work again, and queued work continues.`,
    ],
    action: { label: 'Log in', url },
  }
}

/** The last mail of an account. */
export function accountDeletedMail({ to }: { to: string }): Mail {
  return {
    to,
    subject: `Your ${siteName()} account is deleted`,
    paragraphs: [
      `Your account at ${siteName()} is deleted, with your videos, captions and exports. We are erasing the files.`,
      'What the law requires us to keep stays on record, without your name or address.',
    ],
    footnote: 'You can sign up again with this address at any time. You get a new account.',
  }
}
