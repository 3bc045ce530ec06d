import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#platform/shared/errors.ts'
import { REFERRAL_LIFETIME_MS } from '../../model/constants.ts'
import { followLink, type LinkContext, settleReferral } from './follow-link.ts'
import { claimOf, type ReferralData } from './referral-data.ts'
import { storeReferral, readReferral, REFERRAL_KEY, type Store } from './referral-store.ts'

const DANA = { type: 'code', referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' } as const
const ERIN = { type: 'code', referralCode: 'E1E2E3E4', referralUsername: 'erin', displayName: 'Erin' } as const
const NOW = Date.UTC(2026, 10, 21)

test.each([
  { left: 1, counts: true },
  { left: 0, counts: false },
  { left: -1, counts: false },
])('C1: a remembered link with $left ms left of its 30 days counts: $counts', async ({ left, counts }) => {
  const { following } = start()
  const { referral } = (await followLink({ username: null, code: 'a1b2c3d4' }, following)) ?? {}
  expect(referral).toEqual({
    type: 'code',
    affiliateId: 'id-of-A1B2C3D4',
    referralCode: 'A1B2C3D4',
    referralUsername: 'dana',
    timestamp: NOW,
    expirationTime: NOW + 2_592_000_000,
    clickId: 'click-1',
  })
  if (referral) storeReferral(following.store, referral)
  expect(readReferral(following.store, NOW + REFERRAL_LIFETIME_MS - left) !== null).toBe(counts)
  expect(following.store.getItem(REFERRAL_KEY) !== null).toBe(counts)
})

test('C6: following a link alone writes nothing to the device', async () => {
  const { following } = start()
  expect(await followLink({ username: null, code: 'A1B2C3D4' }, following)).toMatchObject({
    isStored: false,
    affiliateName: 'Dana',
  })
  expect(following.store.getItem(REFERRAL_KEY)).toBeNull()
})

test('B4: the username of the path takes precedence over the code', async () => {
  const { following, asked } = start()
  await followLink({ username: 'dana', code: 'E1E2E3E4' }, following)
  expect(asked).toEqual([{ username: 'dana', code: 'E1E2E3E4' }])
  const offline = start({ lookup: refusing('unavailable') })
  expect(await followLink({ username: 'dana', code: 'E1E2E3E4' }, offline.following)).toMatchObject({
    referral: { type: 'username_unverified', referralUsername: 'dana', referralCode: null, affiliateId: null },
  })
})

test.each(['unauthorized', 'forbidden', 'too_many_requests', 'unavailable', 'internal'] as const)(
  'C2: when the lookup fails with "%s", stores a long enough link as unverified',
  async (code) => {
    const { following } = start({ lookup: refusing(code) })
    const typeOf = async (username: string | null, ref: string | null) =>
      (await followLink({ username, code: ref }, following))?.referral.type
    expect(await typeOf('dan', null)).toBe('username_unverified')
    expect(await typeOf('da', null)).toBeUndefined()
    expect(await typeOf(null, 'ABCDEF')).toBe('code_unverified')
    expect(await typeOf(null, 'ABCDE')).toBeUndefined()
    expect(await typeOf('da', 'ABCDEF')).toBe('code_unverified')
  },
)

test('C2: does not store an unknown link, or one the server rejects', async () => {
  const nobody = start({ lookup: async () => null })
  expect(await followLink({ username: null, code: 'ZZZZZZZZ' }, nobody.following)).toBeNull()
  const wrong = start({ lookup: refusing('not_found') })
  expect(await followLink({ username: null, code: 'ZZZZZZZZ' }, wrong.following)).toBeNull()
})

test('C3: a refused lookup of a visitor is a warning, a lost connection is none', async () => {
  const refused = start({ lookup: refusing('forbidden') })
  await followLink({ username: null, code: 'A1B2C3D4' }, refused.following)
  expect(refused.warnings).toHaveLength(1)
  const offline = start({ lookup: refusing('unavailable') })
  await followLink({ username: null, code: 'A1B2C3D4' }, offline.following)
  expect(offline.warnings).toEqual([])
})

test('C2: looks up an unverified entry on the next load; its 30 days run from the click', async () => {
  const { following } = start()
  storeReferral(following.store, unverified())
  expect(await settleReferral(following)).toMatchObject({
    type: 'code',
    referralUsername: 'dana',
    timestamp: NOW - 5_000,
  })
  expect(readReferral(following.store, NOW)).toMatchObject({ expirationTime: NOW - 5_000 + REFERRAL_LIFETIME_MS })
})

test('keeps an unverified entry while lookups fail and deletes it if unknown', async () => {
  const offline = start({ lookup: refusing('unavailable') })
  storeReferral(offline.following.store, unverified())
  expect(await settleReferral(offline.following)).toEqual(unverified())
  const nobody = start({ lookup: async () => null })
  storeReferral(nobody.following.store, unverified())
  expect(await settleReferral(nobody.following)).toBeNull()
  expect(nobody.following.store.getItem(REFERRAL_KEY)).toBeNull()
})

test('C4: the first affiliate stays, and their own new click restarts the 30 days', async () => {
  const { following, at } = start({ lookup: async ({ code }) => (code === 'E1E2E3E4' ? ERIN : DANA) })
  const first = await followLink({ username: null, code: 'A1B2C3D4' }, following)
  if (first) storeReferral(following.store, first.referral)
  at(NOW + 1_000)
  await followLink({ username: null, code: 'E1E2E3E4' }, following)
  expect(readReferral(following.store, NOW)).toMatchObject({ referralUsername: 'dana', timestamp: NOW })
  await followLink({ username: null, code: 'A1B2C3D4' }, following)
  expect(readReferral(following.store, NOW)).toMatchObject({ referralUsername: 'dana', timestamp: NOW + 1_000 })
  await followLink({ username: null, code: 'E1E2E3E4' }, { ...following, attribution: 'last' })
  expect(readReferral(following.store, NOW)).toMatchObject({ referralUsername: 'erin' })
})

test('stores that the visitor came by a username when the redirect led to the code', async () => {
  const { following } = start({ cameBy: 'username' })
  const { referral } = (await followLink({ username: null, code: 'A1B2C3D4' }, following)) ?? {}
  expect(referral).toMatchObject({ type: 'username', affiliateId: 'id-of-A1B2C3D4', referralCode: 'A1B2C3D4' })
})

test('keeps how the visitor came when the address already carries the counted visit', async () => {
  const { following } = start()
  const link = { username: null, code: 'A1B2C3D4', clickId: 'earlier', isByName: true }
  expect((await followLink(link, following))?.referral).toMatchObject({ type: 'username', clickId: 'earlier' })
})

test('reads an entry that stores the code as the affiliate’s id', async () => {
  const { following } = start()
  const old = { ...unverified(), type: 'code', affiliateId: 'A1B2C3D4', referralUsername: 'dana' } as const
  storeReferral(following.store, old)
  expect(readReferral(following.store, NOW)).toEqual(old)
  expect(claimOf(old)).toEqual({ code: 'A1B2C3D4', username: 'dana' })
  await followLink({ username: null, code: 'A1B2C3D4' }, following)
  expect(readReferral(following.store, NOW)).toMatchObject({ affiliateId: 'id-of-A1B2C3D4', timestamp: NOW })
})

test('does not count a redirected visit again', async () => {
  const { following, clicks } = start()
  const followed = await followLink({ username: null, code: 'A1B2C3D4', clickId: 'earlier' }, following)
  expect(followed?.referral.clickId).toBe('earlier')
  expect(clicks).toEqual([])
})

test('C5: a sign-up sends code, username and click, never an affiliate’s id or a date', () => {
  const remembered: ReferralData = {
    ...unverified(),
    type: 'code',
    affiliateId: 'A1B2C3D4',
    referralUsername: 'dana',
    clickId: 'c',
  }
  expect(claimOf(remembered)).toEqual({ code: 'A1B2C3D4', username: 'dana', clickId: 'c' })
})

test.each(['no JSON', '{}', '{"type":"admin"}', 'null'])('deletes an unreadable entry: %s', (entry) => {
  const { following } = start()
  following.store.setItem(REFERRAL_KEY, entry)
  expect(readReferral(following.store, NOW)).toBeNull()
  expect(following.store.getItem(REFERRAL_KEY)).toBeNull()
})

function start({ lookup, cameBy }: { lookup?: LinkContext['lookup']; cameBy?: 'username' | 'code' } = {}) {
  const entries = new Map<string, string>()
  const store: Store = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
  const asked: object[] = []
  const clicks: string[] = []
  const warnings: string[] = []
  let now = NOW
  const following: LinkContext = {
    store,
    now: () => now,
    lookup: async (link) => {
      asked.push(link)
      return lookup === undefined ? DANA : lookup(link)
    },
    click: async ({ code, clickId }) => ({
      clickId: clickId ?? `click-${clicks.push(code)}`,
      affiliateId: `id-of-${code}`,
      type: clickId === undefined ? (cameBy ?? 'code') : null,
    }),
    warn: (message) => void warnings.push(message),
    attribution: 'first',
    lastsMs: REFERRAL_LIFETIME_MS,
  }
  return { following, asked, clicks, warnings, at: (time: number) => (now = time) }
}

function refusing(code: ErrorCode): LinkContext['lookup'] {
  return async () => {
    throw new AppError(code, 'No.')
  }
}

function unverified(): ReferralData {
  return {
    type: 'code_unverified',
    affiliateId: null,
    referralCode: 'A1B2C3D4',
    referralUsername: null,
    timestamp: NOW - 5_000,
    expirationTime: NOW - 5_000 + REFERRAL_LIFETIME_MS,
  }
}
