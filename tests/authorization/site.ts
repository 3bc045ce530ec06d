import { everything, operators, support, type Operators } from './operators.ts'

/** The operator's procedures for the site, its mails and alerts: rows of the table of procedures. */
export const SITE_OPERATORS = {
  'operator.siteSettings': operators(),
  'operator.siteVersions': operators({}),
  // Not the name, which the other tests of this process share.
  'operator.saveSiteSettings': everything({
    settings: { chat: 'https://chat.example' },
    replaces: 0,
    reason: 'A room to talk in',
  }),
  'operator.policies': operators(),
  'operator.policyVersions': operators({ policy: 'terms' }),
  'operator.publishPolicy': everything({
    policy: 'imprint',
    markdown: 'Clipfoundry Ltd, 1 High Street',
    replaces: 0,
    reason: 'The law asks for one',
    summary: null,
  }),
  'operator.signInProviders': operators(),
  'operator.checkSignInProvider': everything({ issuer: 'https://127.0.0.1' }),
  'operator.saveSignInProvider': everything({
    replaces: null,
    settings: {
      name: 'Acme',
      issuer: 'https://127.0.0.1',
      clientId: 'wordpop',
      domains: ['acme.example'],
      isRequired: false,
    },
    clientSecret: 'a secret',
    reason: 'They asked for it',
  }),
  'operator.removeSignInProvider': everything({ id: 'acme.example', reason: 'They left' }),
  'operator.alerts': operators(),
  'operator.saveAlertRules': everything({ rules: { failedJobs: 5 }, reason: 'So that we notice' }),
  'operator.testAlert': everything(),
  'operator.mailState': operators(),
  'operator.sendTestMail': support(),
  'operator.failedMails': operators({}),
  'operator.retryMail': support({ mailId: '0a000000-0000-4000-8000-000000000075', reason: 'They asked' }),
  'operator.suppressions': operators({ search: 'person' }),
  'operator.liftSuppression': support({ id: '0a000000-0000-4000-8000-000000000100', reason: 'Fixed' }),
  'operator.checkMailDomain': operators({}),
} satisfies Readonly<Record<string, Operators>>
