import { Resolver } from 'node:dns/promises'
import { judgeDkim, judgeDmarc, judgeSpf, type MailRecord } from '../model/index.ts'

/** One look-up takes at most two of these: a lost packet is asked for once more. */
const TIMEOUT_MS = 2_000
const TRIES = 2
const NO_ANSWER = 'No name server answered. This check needs the internet; mails are not affected.'
const NO_SELECTOR = 'Enter the selector of your mail server’s key. Your mail provider names it.'
/** The codes for a name without such a record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Looks up SPF, DKIM and DMARC of a domain.
 * @param o.selector of the DKIM key; empty if unknown
 * @param o.servers the name servers, `address:port`; by default those of the system
 */
export async function lookUpRecords(o: {
  domain: string
  selector: string
  servers?: readonly string[] | undefined
}): Promise<MailRecord[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (o.servers !== undefined) resolver.setServers(o.servers)
  return Promise.all([
    judged({ kind: 'SPF', names: [o.domain], judge: judgeSpf }),
    o.selector === ''
      ? {
          kind: 'DKIM' as const,
          state: 'unknown' as const,
          name: `_domainkey.${o.domain}`,
          found: null,
          advice: NO_SELECTOR,
        }
      : judged({ kind: 'DKIM', names: [`${o.selector}._domainkey.${o.domain}`], judge: judgeDkim }),
    judged({ kind: 'DMARC', names: dmarcNames(o.domain), judge: judgeDmarc }),
  ])

  /** Judges the texts of the first name that has the record. */
  async function judged({ kind, names, judge }: Lookup): Promise<MailRecord> {
    let result: MailRecord | undefined
    for (const name of names) {
      const texts = await textsAt(resolver, name)
      if (texts === undefined) return { kind, name, state: 'unknown', found: null, advice: NO_ANSWER }
      const verdict = { kind, name, ...judge(texts) }
      if (verdict.state !== 'missing') return verdict
      result ??= verdict
    }
    return result ?? { kind, name: '', state: 'unknown', found: null, advice: NO_ANSWER }
  }
}

type Lookup = {
  readonly kind: MailRecord['kind']
  readonly names: readonly string[]
  readonly judge: (texts: readonly string[]) => Pick<MailRecord, 'state' | 'found' | 'advice'>
}

/** A domain without a policy has that of the domain above it (RFC 7489 §6.6.3). */
function dmarcNames(domain: string): string[] {
  const above = domain.split('.').slice(1)
  return [`_dmarc.${domain}`, ...(above.length > 1 ? [`_dmarc.${above.join('.')}`] : [])]
}

/** The TXT records of a name, each as one text; undefined if nobody answers. */
async function textsAt(resolver: Resolver, name: string): Promise<string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (typeof code !== 'string') throw error
    return NOTHING.has(code) ? [] : undefined
  }
}
