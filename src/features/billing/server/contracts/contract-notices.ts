import type { Mail } from '#platform/server/mail.ts'
import type { Tx } from '#platform/server/db.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'
import { contractCredits, describeContract, limitLines, type OwnLimits } from '../../model/index.ts'
import type { StoredContract } from './contract-rows.ts'
import type { BillingDeps } from '../deps.ts'

type NoticeDeps = Pick<BillingDeps, 'mail' | 'emailOf' | 'publicUrl' | 'catalogue' | 'now'>

/** What happened to a contract. `isCovered`: a paid subscription will not renew meanwhile. */
type Notice = {
  readonly what: 'agreed' | 'changed' | 'ending' | 'over' | 'revoked'
  readonly isCovered: boolean
}

/** Mails a user what happened to their contract; never to a deleted account. */
export async function mailContract(tx: Tx, deps: NoticeDeps, contract: StoredContract, notice: Notice): Promise<void> {
  const to = await deps.emailOf(tx, contract.userId)
  if (to === undefined) return
  const { subject, paragraphs } = TEXTS[notice.what](contract, contractCredits(contract, deps.catalogue.plans))
  await deps.mail.send(tx, {
    to,
    subject,
    paragraphs: [...paragraphs, ...(notice.isCovered ? [NOT_RENEWED] : [])],
    action: { label: 'Open Billing', url: `${deps.publicUrl}/billing` },
    key: `contract:${contract.id}:${notice.what}:${deps.now().toISOString()}`,
  })
}

const NOT_RENEWED =
  'Your subscription does not renew meanwhile, so that you do not pay twice. You keep the period and the credits that you paid for.'

type Text = (contract: StoredContract, credits: number) => Pick<Mail, 'subject' | 'paragraphs'>

const TEXTS: Readonly<Record<Notice['what'], Text>> = {
  agreed: (contract, credits) => ({
    subject:
      contract.name === '' ? `You now have the ${describeContract(contract)}` : `Your ${describeContract(contract)}`,
    paragraphs: [
      `Your ${describeContract(contract)} at ${siteName()} runs from now on${untilText(contract)}.`,
      ...creditText(credits),
    ],
  }),
  changed: (contract, credits) => ({
    subject: `Your ${describeContract(contract)} has changed`,
    paragraphs: [
      `Your ${describeContract(contract)} at ${siteName()} has changed. It runs${untilText(contract)}.`,
      ...creditText(credits),
    ],
  }),
  ending: (contract) => ({
    subject: `Your ${describeContract(contract)} ends on ${dayOf(contract)}`,
    paragraphs: [`Your ${describeContract(contract)} ends on ${dayOf(contract)}. ${afterText(contract)}`],
  }),
  over: (contract) => ({
    subject: `Your ${describeContract(contract)} has ended`,
    paragraphs: [`Your ${describeContract(contract)} has ended, as agreed. ${afterText(contract)}`],
  }),
  revoked: (contract) => ({
    subject: `Your ${describeContract(contract)} has ended`,
    paragraphs: [`We have ended your ${describeContract(contract)}. ${afterText(contract)}`],
  }),
}

function untilText({ endsAt }: StoredContract): string {
  return endsAt === null ? ' without an end date' : ` until ${formatLongDay(endsAt, 'utc')}`
}

function dayOf({ endsAt, startsAt }: StoredContract): string {
  return formatLongDay(endsAt ?? startsAt, 'utc')
}

function creditText(credits: number): string[] {
  return credits === 0 ? [] : [`It brings ${formatNumber(credits)} credits a month.`]
}

function afterText({ basePlan }: StoredContract): string {
  const plan = `${basePlan.charAt(0).toUpperCase()}${basePlan.slice(1)}`
  return `After that your plan is ${plan}. Nothing is deleted, and granted credits stay until they expire.`
}

/** Mails a user that an operator has lowered limits of their account, or has lifted that. */
export async function mailLowerLimits(
  tx: Tx,
  deps: NoticeDeps,
  { userId, limits }: { userId: string; limits: OwnLimits | null },
): Promise<void> {
  const to = await deps.emailOf(tx, userId)
  if (to === undefined) return
  const mail = limits === null ? liftedMail(to) : loweredMail(to, limits, deps.publicUrl)
  await deps.mail.send(tx, { ...mail, key: `limits:${userId}:${deps.now().toISOString()}` })
}

function liftedMail(to: string): Mail {
  return {
    to,
    subject: 'The limits of your account are lifted',
    paragraphs: [`Your account at ${siteName()} has its usual limits again.`],
  }
}

function loweredMail(to: string, limits: OwnLimits, publicUrl: string): Mail {
  const lines = limitLines(limits).map(({ name, text }) => `${name}: ${text}`)
  return {
    to,
    subject: 'Your account has lower limits',
    paragraphs: [
      `We have lowered ${pluralize(lines.length, 'limit')} of your account at ${siteName()}: ${lines.join(', ')}.`,
      'What you have stored stays as it is. If you think that this is a mistake, write to us.',
    ],
    action: { label: 'Contact us', url: `${publicUrl}/contact` },
  }
}
