import { expect, test } from 'vitest'
import { startDns } from '../../../../tests/support/dns-server.ts'
import { lookUpRecords } from './dns-records.ts'

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`

test('finds all three records of a domain, also a key in several pieces', async () => {
  const server = await startDns({
    'clips.example': ['site-verification=1', 'v=spf1 include:mail.example ~all'],
    's1._domainkey.clips.example': [KEY],
    '_dmarc.clips.example': ['v=DMARC1; p=reject'],
  })
  const records = await lookUpRecords({ domain: 'clips.example', selector: 's1', servers: [server] })
  expect(records.map(({ kind, state, found }) => ({ kind, state, found }))).toEqual([
    { kind: 'SPF', state: 'fine', found: 'v=spf1 include:mail.example ~all' },
    { kind: 'DKIM', state: 'fine', found: KEY },
    { kind: 'DMARC', state: 'fine', found: 'v=DMARC1; p=reject' },
  ])
})

test('says what is missing, and asks for the selector', async () => {
  const server = await startDns({})
  const records = await lookUpRecords({ domain: 'clips.example', selector: '', servers: [server] })
  expect(records).toMatchObject([
    { kind: 'SPF', state: 'missing', found: null, advice: expect.stringContaining('v=spf1') },
    { kind: 'DKIM', state: 'unknown', advice: expect.stringContaining('selector') },
    { kind: 'DMARC', state: 'missing', advice: expect.stringContaining('v=DMARC1') },
  ])
})

test('a subdomain has the policy of the domain above it', async () => {
  const server = await startDns({ '_dmarc.clips.example': ['v=DMARC1; p=none'] })
  const [, , dmarc] = await lookUpRecords({ domain: 'mail.clips.example', selector: '', servers: [server] })
  expect(dmarc).toMatchObject({ state: 'weak', name: '_dmarc.clips.example' })
})

test('a name server that does not answer leaves the record unknown, with a sentence', async () => {
  const server = await startDns({ 'clips.example': 'silence', '_dmarc.clips.example': ['v=DMARC1; p=reject'] })
  const [spf, , dmarc] = await lookUpRecords({ domain: 'clips.example', selector: '', servers: [server] })
  expect(spf).toMatchObject({ state: 'unknown', advice: expect.stringContaining('needs the internet') })
  expect(dmarc?.state).toBe('fine')
})
