/** Identifiers we gave up, and what to use instead. */
export const REJECTED_NAMES: ReadonlyMap<string, string> = new Map([
  ['Told', 'the name of the data, such as PageBootstrap'],
  ['StylePatch', 'LookPatch'],
  ['Touches', 'Footprint'],
  ['Overruled', 'Blocker'],
  ['KeptExport', 'StoredExport'],
  ['upkeep', 'maintenance'],
  ['wasSeenAt', 'hasUsedIp'],
  ['payersWith', 'usersByCardHash'],
  ['steadyPort', 'reservePort'],
  ['readsOf', 'footprint.reads'],
  ['retitle', 'rename'],
  ['PartnerTerms', 'AffiliateTerms'],
  ['PartnerPage', 'AffiliatePage'],
  ['keptMs', 'retentionMs'],
  ['askAgain', 'refetchAnswers'],
  ['showAnswer', 'storeAnswer'],
  ['usePageChanging', 'useIsNavigating'],
  ['beginPageChange', 'beginNavigation'],
  ['beSignedIn', 'signUpByApi'],
  ['inPartnerArea', 'inAffiliateArea'],
  ['isPartnerPath', 'isAffiliatePath'],
  ['PARTNER_PAGES', 'AFFILIATE_PAGES'],
  ['passedKeptMs', 'successTtlMs'],
  ['drawTheRest', 'drawLaterParts'],
  ['takeScrollOver', 'controlScroll'],
  ['tellingStripe', 'createEventDelivery'],
])

/** File names we gave up, without their endings, and what to use instead. */
export const REJECTED_FILES: ReadonlyMap<string, string> = new Map([
  ['keeping', 'stored-files'],
  ['ending', 'expiry'],
  ['removing', 'trash'],
  ['retitle', 'rename'],
  ['granting', 'grant-credits'],
  ['carry-over', 'sync-customer'],
  ['telling-people', 'notifications'],
  ['upkeep', 'maintenance'],
  ['freshness', 'reauthentication'],
  ['hearing', 'remote-sync'],
  ['deciding', 'resolve-conflicts'],
  ['redo', 'reapply-conflict'],
  ['touches', 'edit-footprint'],
  ['locator', 'id-index'],
  ['pace', 'transfer-rate'],
  ['duties', 'run-all'],
  ['desk', 'admin'],
  ['stream-of', 'async-queue'],
  ['steady-port', 'reserve-port'],
  ['let-time-pass', 'advance-clock'],
  ['page-change', 'navigation-state'],
  ['partner', 'affiliate'],
  ['partners', 'affiliates'],
  ['partner-page', 'affiliate-page'],
  ['partner-terms', 'affiliate-terms'],
  ['not-on-this-plan', 'plan-required'],
])

/** A word or turn that is wrong in every comment, test title and document of ours. */
export type RejectedTurn = { readonly turn: RegExp; readonly instead: string }

/** Words and turns we gave up. Each expression matches in lower case. */
export const REJECTED_TURNS: readonly RejectedTurn[] = [
  { turn: /\banew\b/, instead: 'again, or a verb with re-: recompute, restart, reload' },
  { turn: /\bwhoever\b|\bwhosoever\b/, instead: 'the person or program: the user, the caller, the reader' },
  { turn: /\bnobody's\b/, instead: 'unknown, or: no user' },
  { turn: /\bheard\b/, instead: 'received, recorded, recognised' },
  {
    turn: /\btold\b/,
    instead: 'receives, reports, is notified; told apart: distinguished; unless told otherwise: by default',
  },
  { turn: /\bby (itself|themselves)\b/, instead: 'automatically, on its own, alone' },
  { turn: /\b(any|not any) more\b/, instead: 'no longer' },
  { turn: /\b(is|are|was|were) had\b|\bto be had\b|\bhad back\b/, instead: 'is available, is restored' },
  { turn: /\bwhat (becomes|became) of\b/, instead: 'the result of, the outcome of' },
  { turn: /\blest\b/, instead: 'so that … not' },
  { turn: /\b(thereof|therein|whereof|wherein|hitherto)\b/, instead: 'the noun it stands for' },
  { turn: /\blet (it|this|that|them) be\b/, instead: 'leave … unchanged' },
  { turn: /\bfirst the \w+, then the \w+/, instead: 'verb and object: lock the row before reading it' },
  { turn: /\bwho asks\b/, instead: 'the caller' },
  { turn: /\bdearest\b/, instead: 'most expensive' },
  { turn: /\bupkeep\b/, instead: 'maintenance' },
  { turn: /\b(tidy|tidies|tidied|tidying)\b/, instead: 'clean up' },
  { turn: /\breckon(s|ed)?\b/, instead: 'calculate' },
  { turn: /\bcan not\b/, instead: 'cannot' },
  { turn: /\bshall\b/, instead: 'must, or the present tense' },
  { turn: /(?<!affiliate )\bpartners?\b/, instead: 'affiliate' },
]

/** Maximum length of a test title, in characters. */
export const MAX_TITLE = 90
