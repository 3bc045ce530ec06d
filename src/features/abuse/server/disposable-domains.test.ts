import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseBlockTarget } from '../model/index.ts'
import { readDisposableDomains } from './disposable-domains.ts'

test('knows no provider unless the site refuses them', () => {
  expect(readDisposableDomains({ DISPOSABLE_ADDRESSES: 'accept', DISPOSABLE_DOMAINS_FILE: undefined }).size).toBe(0)
})

test('the bundled list has well-known providers, and no relay or mailbox that people keep', () => {
  const known = readDisposableDomains({ DISPOSABLE_ADDRESSES: 'refuse', DISPOSABLE_DOMAINS_FILE: undefined })
  expect(known.size).toBeGreaterThan(8_000)
  for (const domain of ['mailinator.com', 'yopmail.com', '10minutemail.com']) expect(known.has(domain)).toBe(true)
  for (const domain of ['gmail.com', 'duck.com', 'mozmail.com', 'privaterelay.appleid.com', 'example.com'])
    expect(known.has(domain)).toBe(false)
})

test('every bundled entry is a domain below a top-level one', () => {
  const known = readDisposableDomains({ DISPOSABLE_ADDRESSES: 'refuse', DISPOSABLE_DOMAINS_FILE: undefined })
  expect([...known].filter((domain) => parseBlockTarget(domain) !== domain || !domain.includes('.'))).toEqual([])
})

test('reads an operator’s own list in its place, with comments, in any spelling', async () => {
  const known = await readOwn('# ours\nThrow-Away.example\r\n\n  bücher.example  \n')
  expect([...known]).toEqual(['throw-away.example', 'xn--bcher-kva.example'])
})

test('a list that is missing or wrong stops the start, and says why', async () => {
  await expect(readOwn('fine.example\nada@example.com\n')).rejects.toThrow(
    'The list in DISPOSABLE_DOMAINS_FILE cannot be used: “ada@example.com” is not a domain.',
  )
  expect(() =>
    readDisposableDomains({ DISPOSABLE_ADDRESSES: 'refuse', DISPOSABLE_DOMAINS_FILE: '/nowhere/list.txt' }),
  ).toThrow(/DISPOSABLE_DOMAINS_FILE cannot be used: ENOENT/)
})

async function readOwn(text: string): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'disposable-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'list.txt')
  await writeFile(path, text)
  return readDisposableDomains({ DISPOSABLE_ADDRESSES: 'refuse', DISPOSABLE_DOMAINS_FILE: path })
}
