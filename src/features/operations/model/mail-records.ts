import { z } from 'zod'

/** One record with which a domain vouches for its mails. */
export const MailRecord = z.object({
  kind: z.enum(['SPF', 'DKIM', 'DMARC']),
  /** `weak` works, but protects little; `unknown` if no name server answered. */
  state: z.enum(['fine', 'weak', 'wrong', 'missing', 'unknown']),
  /** The domain at which it was looked for. */
  name: z.string(),
  found: z.string().nullable(),
  /** What it does, or what to do, in a sentence. */
  advice: z.string(),
})
export type MailRecord = z.output<typeof MailRecord>

type Judged = Pick<MailRecord, 'state' | 'found' | 'advice'>

/** Judges the SPF record among the texts of a domain (RFC 7208). */
export function judgeSpf(texts: readonly string[]): Judged {
  const records = texts.filter((text) => /^v=spf1( |$)/iu.test(text))
  const [record] = records
  if (record === undefined)
    return missing(
      'Add a TXT record like “v=spf1 include:your-mail-provider.example ~all” that names your mail server.',
    )
  if (records.length > 1)
    return {
      state: 'wrong',
      found: records.join('\n'),
      advice: 'Two SPF records cancel each other. Merge them into one.',
    }
  const last = record
    .split(' ')
    .findLast((part) => /^[-~?+]?all$/iu.test(part))
    ?.toLowerCase()
  if (last === '-all' || last === '~all')
    return { state: 'fine', found: record, advice: 'Receivers know which servers may send for this domain.' }
  if (last === 'all' || last === '+all')
    return { state: 'wrong', found: record, advice: 'This lets every server send for this domain. End it with “~all”.' }
  if (last === undefined && /(^| )redirect=/iu.test(record))
    return { state: 'fine', found: record, advice: 'Another domain says which servers may send for this one.' }
  return { state: 'weak', found: record, advice: 'It says nothing about other servers. End it with “~all”.' }
}

/** Judges the DKIM key among the texts of `selector._domainkey.domain` (RFC 6376). */
export function judgeDkim(texts: readonly string[]): Judged {
  const record = texts.find((text) => /(^|;) *p=/iu.test(text))
  if (record === undefined)
    return missing('Copy the DKIM record from your mail provider, or enter the selector that it uses.')
  if (/(^|;) *p= *(;|$)/iu.test(record))
    return { state: 'wrong', found: record, advice: 'This key was revoked: it is empty. Publish the present one.' }
  return { state: 'fine', found: record, advice: 'Receivers can check the signature of your mail server.' }
}

/** Judges the DMARC record among the texts of `_dmarc.domain` (RFC 7489). */
export function judgeDmarc(texts: readonly string[]): Judged {
  const record = texts.find((text) => /^v=DMARC1 *(;|$)/u.test(text))
  if (record === undefined)
    return missing('Add a TXT record like “v=DMARC1; p=quarantine; rua=mailto:you@example.com”.')
  const policy = /; *p=(none|quarantine|reject) *(;|$)/iu.exec(record)?.[1]?.toLowerCase()
  if (policy === undefined)
    return { state: 'wrong', found: record, advice: 'It has no policy. Add “p=quarantine” or “p=reject”.' }
  if (policy === 'none')
    return {
      state: 'weak',
      found: record,
      advice: 'Forged mails are only reported. Use “p=quarantine” once all is well.',
    }
  return { state: 'fine', found: record, advice: 'Receivers set forged mails aside or refuse them.' }
}

function missing(advice: string): Judged {
  return { state: 'missing', found: null, advice }
}
