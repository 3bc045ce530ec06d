import { printedPart } from './printed-part.ts'

/** The tables of each feature, and of the platform. Only their owner writes them. */
export const OWNED_TABLES: Readonly<Record<string, readonly string[]>> = {
  platform: ['jobs', 'job_kinds', 'paused_job_owners', 'outbox', 'mail_suppressions', 'migrations', 'disk_store'],
  accounts: [
    'users',
    'sessions',
    'identities',
    'verifications',
    'account_tokens',
    'auth_rate_limits',
    'second_factors',
    'passkeys',
    'domain_providers',
    'domain_provider_domains',
    'mail_opt_outs',
  ],
  credits: ['credit_accounts', 'credit_transactions', 'credit_entries', 'credit_holds', 'credit_lots', 'credit_audits'],
  billing: [
    'billing_customers',
    'billing_checkouts',
    'billing_subscriptions',
    'billing_invoices',
    'billing_refunds',
    'billing_events',
    'billing_provider_events',
    'billing_test_customers',
    'billing_contracts',
    'billing_lower_limits',
  ],
  referrals: [
    'affiliates',
    'affiliate_usernames',
    'affiliate_applications',
    'affiliate_clicks',
    'referrals',
    'referral_refusals',
    'commissions',
    'commission_invoices',
    'commission_reversals',
    'commission_sums',
    'payouts',
    'payout_lines',
    'payout_corrections',
    'payout_settings',
  ],
  storage: ['storage_audits', 'storage_retention'],
  collaboration: [
    'collaborators',
    'collaborator_seats',
    'collaborator_own_seats',
    'collaboration_invitations',
    'collaboration_links',
    'collaboration_domain_links',
    'collaboration_endings',
  ],
  media: ['projects', 'project_tags', 'project_transfers', 'project_usage', 'early_sounds'],
  brand: ['brand_fonts', 'brand_kits', 'brand_logos', 'brand_restyles'],
  templates: ['own_looks'],
  transcription: [
    'transcriptions',
    'transcription_pieces',
    'transcription_texts',
    'engine_speeds',
    'speech_tests',
    'speech_defaults',
    'glossary_entries',
    'glossary_corrections',
  ],
  captions: [
    'caption_documents',
    'caption_batches',
    'caption_snapshots',
    'caption_presence',
    'caption_versions',
    'caption_search_sections',
    'caption_suggestions',
  ],
  rendering: ['renders', 'render_downloads'],
  review: ['review_links', 'review_threads', 'review_comments', 'review_decisions'],
  site: ['contact_messages', 'site_settings', 'site_pictures', 'site_policies', 'site_policy_notices'],
  abuse: ['abuse_cases', 'abuse_reports', 'blocked_addresses'],
  operations: [
    'site_backups',
    'heartbeats',
    'status_minutes',
    'status_checks',
    'status_days',
    'operator_actions',
    'operator_roles',
    'operator_views',
    'alert_rules',
    'alerts',
    'trend_days',
  ],
}

/** The tables that somebody else reads in SQL, each with the reason why asking the owner does not do. */
export const DECLARED_READS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  captions: {
    users: 'joins the names of authors and of open editors',
    projects: 'joins the owner, who decides what an open editor may see and what a search finds',
  },
  billing: {
    users:
      'joins the plan with the contract and limits beside it, at each check of a limit, and the addresses of payers',
  },
  collaboration: { users: 'joins names, and the plan that decides about seats' },
  credits: { users: 'joins the names of spenders; a user without an account has no credits yet' },
  operations: {
    users: 'finds operators, users and the owners of jobs; operations uses models only',
    passkeys: 'knows at each call whether an operator has the factor they need; operations uses models only',
    sessions: 'knows at each call whether a passkey opened the session of an operator',
    credit_audits: 'shows the last audits of the ledger; operations uses models only',
    jobs: 'lists jobs with the addresses of their owners',
    storage_audits: 'shows the last comparison; operations uses models only',
    affiliates: 'marks and filters users; referrals uses operations',
    project_usage: 'sorts and filters users by their videos, and sums their bytes; operations uses models only',
  },
  abuse: { users: 'joins the owners of what was reported' },
  transcription: { projects: 'sums the lengths of captioned videos' },
  review: { users: 'joins the names of authors' },
  referrals: { users: 'joins names and addresses; inserts rows only for accounts that still exist' },
}

/** Owners and declared reads as ARCHITECTURE.md shows them, between its two markers. */
export function ownersTable(): string {
  const owners = Object.entries(OWNED_TABLES).map(([owner, tables]) => `| ${owner} | ${tables.map(code).join(', ')} |`)
  const reads = Object.entries(DECLARED_READS).flatMap(([reader, its]) =>
    Object.entries(its).map(([table, reason]) => `| ${reader} | ${code(table)} | ${reason} |`),
  )
  return [
    '<!-- tables:begin -->',
    '| owner | tables |',
    '|---|---|',
    ...owners,
    '',
    '| who else reads | table | why |',
    '|---|---|---|',
    ...reads,
    '<!-- tables:end -->',
  ].join('\n')
}

/** The printed part of a document, or undefined where its markers are missing. */
export function printedOwners(document: string): string | undefined {
  return printedPart(document, 'tables')
}

function code(table: string): string {
  return `\`${table}\``
}
