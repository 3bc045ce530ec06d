import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import type { ActionArea, ActionKind, OperatorAction } from './action-log.ts'
import { OPERATOR_ROLES, ROLE_TEXTS } from './operator-roles.ts'
import {
  changesOf,
  factOf,
  fromTo,
  link,
  money,
  numberOf,
  ofPerson,
  personOf,
  quote,
  type SentencePart,
} from './sentence-parts.ts'

/** What comes after “ada@example.com”. */
type Predicate = (action: OperatorAction) => readonly SentencePart[]

/**
 * Every change that an operator makes, in a sentence without its subject and full stop. An action without a sentence
 * cannot be recorded: `recordAction` takes these names only.
 */
const CHANGES = {
  'user.suspend': (a) => ['suspended ', personOf(a), ...endedSessions(a)],
  'user.reinstate': (a) => ['reinstated ', personOf(a)],
  'user.end-sessions': (a) => ['ended ', pluralize(numberOf(a.before, 'sessions'), 'session'), ' of ', personOf(a)],
  'user.verify': (a) => ['confirmed the address of ', personOf(a)],
  'user.reset-second-factor': (a) => ['removed the second factor of ', personOf(a)],
  'user.start-viewing': (a) => ['started to view the pages of ', personOf(a)],
  'user.stop-viewing': (a) => ['stopped viewing the pages of ', personOf(a)],
  'user.note': (a) => ['left a note about ', personOf(a)],
  'user.erase': (a) => ['erased the account of ', personOf(a)],
  'user.agree-contract': (a) => ['agreed a contract with ', personOf(a), changedTerms(a)],
  'user.change-contract': (a) => ['changed the contract of ', personOf(a), changedTerms(a)],
  'user.revoke-contract': (a) => ['revoked the contract of ', personOf(a), changedTerms(a)],
  'user.lower-limits': (a) => ['lowered the limits of ', personOf(a), changedTerms(a)],
  'user.lift-limits': (a) => ['lifted the lower limits of ', personOf(a), changedTerms(a)],
  'credits.adjust': (a) => [
    numberOf(a.after, 'available') < numberOf(a.before, 'available') ? 'lowered' : 'raised',
    ' the credits of ',
    personOf(a),
    ` ${fromTo(a, 'available')}`,
  ],
  'payment.refund': (a) => {
    const [was, is] = [numberOf(a.before, 'refundedCents'), numberOf(a.after, 'refundedCents')]
    const currency = a.after?.['currency']
    const total = was === 0 ? '' : `, after ${money(was, currency)} before`
    return ['refunded ', money(is - was, currency), ' of the payment ', quote(a.about), ...ofPerson(a), total]
  },
  'affiliate.suspend': (a) => ['suspended the affiliate ', personOf(a)],
  'affiliate.reinstate': (a) => ['reinstated the affiliate ', personOf(a)],
  'affiliate.rename': (a) => [
    'changed the username of the affiliate ',
    personOf(a),
    ` from ${quote(factOf(a.before, 'username'))} to ${quote(factOf(a.after, 'username'))}`,
  ],
  'application.accept': (a) => ['accepted ', personOf(a), ' as an affiliate'],
  'application.refuse': (a) => ['refused the application of ', personOf(a)],
  'commission.hold': (a) => ['put on hold ', ...commission(a)],
  'commission.release': (a) => ['released ', ...commission(a)],
  'commission.void': (a) => ['voided ', ...commission(a)],
  'payout.prepare': (a) => ['prepared ', payouts(a, 'prepared'), ` for ${a.about}`],
  'payout.approve': (a) => ['approved ', ...payout(a)],
  'payout.pay': (a) => ['marked ', ...payout(a), ` as paid, reference ${quote(factOf(a.after, 'reference'))}`],
  'payout.cancel': (a) => ['cancelled ', ...payout(a)],
  'report.dismiss': (a) => ['dismissed the reports about ', reported(a), ...ofPerson(a)],
  'report.take-down': (a) => ['took down ', reported(a), ...ofPerson(a)],
  'report.uphold': (a) => ['upheld the takedown of ', reported(a), ...ofPerson(a)],
  'report.restore': (a) => ['restored ', reported(a), ...ofPerson(a)],
  'address.block': (a) => ['blocked ', ...blocked(a), ' for new accounts'],
  'address.unblock': (a) => ['unblocked ', ...blocked(a), ' for new accounts'],
  'job.cancel': (a) => ['cancelled the job ', link(quote(a.about), '/operator/jobs')],
  'model.install': (a) => ['started to install the speech model ', link(a.about, '/operator/speech')],
  'model.remove': (a) => ['removed the speech model ', link(a.about, '/operator/speech')],
  'model.default': (a) => [
    'chose ',
    link(factOf(a.after, 'engine') === '' ? 'the best engine' : factOf(a.after, 'engine'), '/operator/speech'),
    ` for ${a.about}`,
  ],
  'model.test': (a) => {
    const file = factOf(a.after, 'file')
    return ['tested ', link(a.about, '/operator/speech'), ` with ${file === '' ? 'a file' : `the file ${quote(file)}`}`]
  },
  'operator.grant': (a) => ['gave ', operators(a), ` the role ${role(a.after)}`],
  'operator.change': (a) => ['changed the role of ', operators(a), ` from ${role(a.before)} to ${role(a.after)}`],
  'operator.revoke': (a) => ['revoked the role ', role(a.before), ' of ', operators(a)],
  'site.settings': (a) => ['changed ', link('the site', '/operator/site'), `: ${changesOf(a, SITE)}`],
  'site.policy': (a) => {
    const summary = factOf(a.after, 'summary')
    return [...policyChange(a), ...(summary === '' ? [] : [`, and mailed users: ${quote(summary)}`])]
  },
  'provider.add': (a) => [
    'added ',
    ...signIn(a),
    ` for ${quote(factOf(a.after, 'domains'))}`,
    required(a.after),
    endedByProvider(a),
  ],
  'provider.change': (a) => ['changed ', ...signIn(a), `: ${providerChanges(a)}`, endedByProvider(a)],
  'provider.remove': (a) => ['removed ', ...signIn(a), ` of ${quote(factOf(a.before, 'domains'))}`],
  'mail.retry': (a) => ['sent a failed mail again: ', link(quote(a.about), '/operator/mail')],
  'mail.test': (a) => ['sent a ', link('test mail', '/operator/mail'), ' to ', personOf(a)],
  'mail.lift': (a) => [
    'let mails go to ',
    stopped(a),
    ` again, which were stopped after a ${factOf(a.before, 'kind')}`,
  ],
  'alert.rules': (a) => ['changed ', link('the alerts', '/operator/alerts'), `: ${changesOf(a, ALERTS)}`],
  'alert.test': (a) => ['sent a ', link('test alert', '/operator/alerts'), ` to ${a.about}`],
} as const satisfies Readonly<Record<`${ActionArea}.${string}`, Predicate>>

/** Every export of personal data, likewise. */
const EXPORTS = {
  'user.export': (a) => ['downloaded the data of ', personOf(a)],
  'payout.export': (a) => ['exported ', payouts(a, 'payouts'), ` for ${a.about}, with account numbers`],
  'log.export': (a) => ['exported the audit log', ...filterOf(a)],
} as const satisfies Readonly<Record<`${ActionArea}.${string}`, Predicate>>

/** Every view of personal data that is recorded, likewise. */
const VIEWS = {
  'user.view': (a) => ['opened the page of ', personOf(a)],
  'user.list': (a) => (a.about === '' ? ['opened the list of users'] : ['searched users for ', quote(a.about)]),
  'payment.list': (a) => [
    'opened the list of ',
    link(a.about === '' ? 'payments' : `${a.about} payments`, '/operator/payments'),
  ],
  'affiliate.list': () => ['opened the list of affiliates'],
  'application.list': () => ['opened the applications of affiliates'],
  'commission.list': () => ['opened the list of commissions'],
  'commission.view': (a) => ['opened a commission', ...ofPerson(a)],
  'payout.list': (a) => ['opened the ', link('payouts', '/operator/payouts'), a.about === '' ? '' : ` for ${a.about}`],
  'payout.view': (a) => ['opened the statement of a payout', ...ofPerson(a)],
  'report.list': () => ['opened the list of reports'],
  'report.view': (a) => ['opened ', link('a report', `/operator/reports/${a.subjectId}`), ', with its reporters'],
  'report.open': (a) => ['opened the ', a.about, ...ofPerson(a), ', which is closed to others'],
  'address.list': (a) =>
    a.about === '' ? ['opened the list of blocked addresses'] : ['searched blocked addresses for ', quote(a.about)],
  'job.list': (a) => [`opened the list of ${a.about} jobs, with their owners`],
  'mail.list-stopped': (a) =>
    a.about === ''
      ? ['opened the list of bounces and complaints']
      : ['searched bounces and complaints for ', quote(a.about)],
  'mail.list': () => ['opened the list of failed mails, with their recipients'],
} as const satisfies Readonly<Record<`${ActionArea}.${string}`, Predicate>>

const SENTENCES = { ...CHANGES, ...EXPORTS, ...VIEWS }

/** The name of an action that can be recorded. */
export type ActionName = keyof typeof SENTENCES
/** The name of a view of personal data. */
export type ViewName = keyof typeof VIEWS

/** The names of all actions of a kind. */
export function actionsOfKind(kind: ActionKind): readonly ActionName[] {
  const namesOf = (sentences: object) => Object.keys(sentences).filter(isKnown)
  if (kind === 'changes') return namesOf({ ...CHANGES, ...EXPORTS })
  if (kind === 'reads') return namesOf({ ...EXPORTS, ...VIEWS })
  return namesOf(SENTENCES).filter((name) => name.startsWith(`${kind}.`))
}

/** An action as a sentence: who did what to whom, with before and after. The reason is not part of it. */
export function describeAction(action: OperatorAction): readonly SentencePart[] {
  const predicate: Predicate = isKnown(action.action) ? SENTENCES[action.action] : describeUnknown
  return [action.operator, ' ', ...predicate(action).filter((part) => part !== ''), '.']
}

/** The sentence of an action as plain text. */
export function sentenceOf(action: OperatorAction): string {
  return describeAction(action)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('')
}

function isKnown(name: string): name is ActionName {
  return Object.hasOwn(SENTENCES, name)
}

/** An entry that another version of the product recorded. */
function describeUnknown(action: OperatorAction): readonly SentencePart[] {
  return [
    `did ${quote(action.action)} to `,
    personOf(action),
    `: ${changesOf(action, { names: {}, nothing: 'nothing' })}`,
  ]
}

function endedSessions({ before }: OperatorAction): readonly SentencePart[] {
  const ended = numberOf(before, 'sessions')
  return ended === 0 ? [] : [`, which ended ${pluralize(ended, 'session')}`]
}

function changedTerms(a: OperatorAction): string {
  const changes = changesOf(a, { names: {}, nothing: 'none' })
  return changes === 'nothing' ? '' : `: ${changes}`
}

function commission(a: OperatorAction): readonly SentencePart[] {
  const state = a.before?.['state']
  const was = typeof state === 'string' ? `, which was ${state}` : ''
  return ['the commission ', link(quote(a.about), '/operator/commissions'), ...ofPerson(a), was]
}

function payout(a: OperatorAction): readonly SentencePart[] {
  const amount = money(numberOf(a.after, 'cents'), a.after?.['currency'])
  const [period = '', name = a.about] = a.about.split(', ')
  return ['the ', link('payout', '/operator/payouts'), ` of ${amount} to `, personOf(a, name), ` for ${period}`]
}

function payouts({ after }: OperatorAction, name: string): SentencePart {
  const count = numberOf(after, name)
  return link(count === 1 ? '1 payout' : `${formatNumber(count)} payouts`, '/operator/payouts')
}

function reported(a: OperatorAction): SentencePart {
  return link(`the ${a.about}`, `/operator/reports/${a.subjectId}`)
}

/** A domain with its sub-domains, or the address of somebody who may have an account. */
function blocked(a: OperatorAction): readonly SentencePart[] {
  const name = quote(a.about)
  if (a.person !== null) return ['the address ', personOf(a, name)]
  const page = link(name, '/operator/blocked')
  return a.about.includes('@') ? ['the address ', page] : ['the domain ', page, ' and its sub-domains']
}

/** An address of somebody who may have an account. */
function stopped(a: OperatorAction): SentencePart {
  return a.person === null ? link(a.about, '/operator/mail') : personOf(a)
}

function operators({ about }: OperatorAction): SentencePart {
  return link(about, '/operator/operators')
}

function policyChange({ about, after }: OperatorAction): readonly SentencePart[] {
  const text = link(about, '/operator/site')
  if (after?.['isOwn'] === true) return [`published version ${numberOf(after, 'version')} of the `, text]
  return [after?.['characters'] === null ? 'removed the ' : 'went back to the built-in ', text]
}

function signIn({ about, before }: OperatorAction): readonly SentencePart[] {
  const name = factOf(before, 'name')
  return ['the sign-in provider ', link(quote(name === '' ? about : name), '/operator/sign-in')]
}

function providerChanges({ after, ...action }: OperatorAction): string {
  const { endedSessions: _, ...now } = after ?? {}
  return changesOf({ ...action, after: now }, SIGN_IN)
}

function endedByProvider({ after }: OperatorAction): string {
  const ended = after?.['endedSessions']
  return typeof ended === 'number' ? `, and ended ${pluralize(ended, 'session')} of its people` : ''
}

function required(facts: OperatorAction['after']): string {
  return facts?.['use'] === 'required' ? ', which have to use it' : ''
}

function role(facts: OperatorAction['after']): string {
  const known = OPERATOR_ROLES.find((name) => name === facts?.['role'])
  return quote(known === undefined ? 'None' : ROLE_TEXTS[known].name)
}

function filterOf({ after }: OperatorAction): readonly SentencePart[] {
  const parts = Object.entries(FILTERS).flatMap(([name, says]) => {
    const value = after?.[name]
    return typeof value === 'string' ? [`${says} ${quote(value)}`] : []
  })
  return parts.length === 0 ? [] : [`, only ${parts.join(', ')}`]
}

const FILTERS = {
  search: 'with',
  operator: 'by',
  person: 'about',
  kind: 'of the kind',
  from: 'from',
  until: 'until',
}

const SITE = {
  nothing: 'the default',
  names: {
    name: 'the name',
    accent: 'the accent colour',
    logo: 'the logo',
    logoOnDark: 'the logo on dark',
    icon: 'the icon',
    nameBesideLogo: 'the name beside the logo',
    support: 'the support address',
    legal: 'the legal address',
    general: 'the general address',
    microblog: 'the microblog link',
    chat: 'the chat link',
    banner: 'the banner',
    captionLanguage: 'the language of captions',
    captionTemplate: 'the template of captions',
    keptEverybody: 'how long videos are kept',
    keptFree: 'how long videos on Free are kept',
    keptBasic: 'how long videos on Basic are kept',
    keptPro: 'how long videos on Pro are kept',
    keptPremium: 'how long videos on Premium are kept',
    readLog: 'how long entries about reading personal data are kept',
  },
}

const SIGN_IN = {
  nothing: 'nothing',
  names: {
    name: 'the name',
    issuer: 'the issuer',
    clientId: 'the client id',
    domains: 'the domains',
    use: 'its use',
    addresses: 'its addresses',
    secret: 'the secret',
  },
}

const ALERTS = {
  nothing: 'none',
  names: {
    email: 'the address',
    webhook: 'the webhook',
    failedJobs: 'the limit of failed jobs an hour',
    waitMinutes: 'the limit of waiting minutes',
    failedMails: 'the limit of failed mails an hour',
    stoppedAddresses: 'the limit of addresses that mails do not reach',
    backupHours: 'the limit of hours without a backup',
    storageGigabytes: 'the limit of gigabytes',
    quietHours: 'the quiet hours',
  },
}
