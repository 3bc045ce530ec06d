import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'
import { bindSignUp, recordVisit } from './bind-referral.ts'
import { closeAffiliate, recordClick } from './affiliates.ts'

const { db } = await testDatabase({ max: 20 })
const LASTS = 2_592_000_000

test('D1: a referral starts as pending and free, and stores the affiliate as they were', async () => {
  const { affiliate, bind, person, clock } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  expect(await bind(dana, { code: ada.code.toLowerCase() })).toEqual({ success: true, alreadyReferred: false })
  expect(await referralOf(dana)).toMatchObject({
    affiliate_id: ada.id,
    referral_code: ada.code,
    referral_username: ada.username,
    status: 'pending',
    user_type: 'free',
    conversion_date: null,
    created_at: new Date(clock.now),
  })
})

test('B4: a username takes precedence over a code', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const [ada, ben, dana] = [await affiliate(), await affiliate(), await person()]
  await bind(dana, { username: ada.username.toUpperCase(), code: ben.code })
  expect(await referralOf(dana)).toMatchObject({ affiliate_id: ada.id })
})

test.each([
  { age: LASTS - 1, success: true },
  { age: LASTS, success: false },
  { age: LASTS + 1, success: false },
])('C5: a click $age ms ago by our clock: attributed = $success', async ({ age, success }) => {
  const { affiliate, bind, person, clock } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  const clickId = (await recordVisit(db, { code: ada.code, at: new Date(clock.now - age) })).clickId ?? ''
  expect(await bind(dana, { code: ada.code, clickId })).toMatchObject({ success })
})

test('C5: an operator can extend how long a visit counts', async () => {
  const { clock, affiliate, person, bind, procedures } = startProgramme(db, { windowMs: 90 * 86_400_000 })
  const ada = await affiliate()
  const { clickId } = await call(procedures.click, { code: ada.code }, { context: { caller: null, requestId: '' } })
  clock.now += 90 * 86_400_000 - 1
  const claim = { code: ada.code, clickId: clickId ?? '' }
  expect(await bind(await person(), claim)).toMatchObject({ success: true })
  clock.now += 1
  expect(await bind(await person(), claim)).toEqual({
    success: false,
    error: 'This referral is more than 90 days old',
  })
})

test('C5: a click of another affiliate, or an unknown one, proves and breaks nothing', async () => {
  const { affiliate, bind, person, clock } = startProgramme(db)
  const [ada, ben] = [await affiliate(), await affiliate()]
  const others = (await recordVisit(db, { code: ben.code, at: new Date(clock.now - LASTS) })).clickId ?? ''
  for (const clickId of [others, randomUUID(), 'none']) {
    const dana = await person()
    expect(await bind(dana, { code: ada.code, clickId })).toMatchObject({ success: true })
    expect(await referralOf(dana)).toMatchObject({ clicked_at: null })
  }
})

test('C5: a redirected visit is counted once, and another visit separately', async () => {
  const { affiliate, clock } = startProgramme(db)
  const ada = await affiliate()
  await recordClick(db, ada.code, new Date(clock.now))
  const visit = (seconds: number, clickId?: string) =>
    recordVisit(db, { code: ada.code, clickId, at: new Date(clock.now + seconds * 1_000) })
  const [led, direct] = [await visit(1), await visit(2)]
  expect([led.type, direct.type]).toEqual(['username', 'code'])
  expect(await visit(3, direct.clickId ?? '')).toEqual({ ...direct, type: null })
  expect(new Set([led.clickId, direct.clickId]).size).toBe(2)
  const { rows } = await db.$client.query('select 1 from affiliate_clicks where affiliate_id = $1', [ada.id])
  expect(rows).toHaveLength(2)
})

test("identifies a visit's affiliate by an id that is neither code nor user id", async () => {
  const { affiliate, clock } = startProgramme(db)
  const [ada, ben] = [await affiliate(), await affiliate()]
  const idOf = async (code: string) => (await recordVisit(db, { code, at: new Date(clock.now) })).affiliateId
  expect(await idOf(ada.code)).toBe(await idOf(ada.code))
  expect(new Set([await idOf(ada.code), await idOf(ben.code), ada.code, ada.id]).size).toBe(4)
})

test('D3: an unknown code, and one of a banned affiliate, is invalid', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const ada = await affiliate()
  await db.$client.query("update affiliates set state = 'banned' where user_id = $1", [ada.id])
  const invalid = { success: false, error: 'Invalid referral code' }
  const dana = await person()
  for (const claim of [{ code: 'AAAAAAAA' }, { code: ada.code }, { username: ada.username }, { code: '' }, {}]) {
    expect(await bind(dana, claim)).toEqual(invalid)
  }
  expect(await referralOf(dana)).toBeUndefined()
})

test('binds a sign-up that names a referral, and leaves one without', async () => {
  const { affiliate, deps, person } = startProgramme(db)
  const [ada, dana, erin] = [await affiliate(), await person(), await person()]
  const signUp = (userId: string, extras?: unknown) =>
    transaction(db, (tx) => bindSignUp(tx, deps, { userId, extras, address: '203.0.113.7' }))
  await signUp(dana, { code: ada.code })
  await signUp(erin)
  await signUp(erin, { code: 7 })
  expect(await referralOf(dana)).toMatchObject({ affiliate_id: ada.id })
  expect(await referralOf(erin)).toBeUndefined()
})

test('D4: the same code again changes nothing, and another one says so and changes nothing', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const [ada, ben, dana] = [await affiliate(), await affiliate(), await person()]
  await bind(dana, { code: ada.code })
  const before = await referralOf(dana)
  expect(await bind(dana, { code: ada.code })).toEqual({ success: true, alreadyReferred: false })
  expect(await bind(dana, { code: ben.code })).toEqual({ success: true, alreadyReferred: true })
  expect(await referralOf(dana)).toEqual(before)
})

test('D4: 50 concurrent calls make one referral', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const [ada, ben, dana] = [await affiliate(), await affiliate(), await person()]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => bind(dana, { code: n % 2 === 0 ? ada.code : ben.code })),
  )
  expect(answers.every(({ success }) => success)).toBe(true)
  const { rows } = await db.$client.query('select 1 from referrals where user_id = $1', [dana])
  expect(rows).toHaveLength(1)
})

test('D5: records an affiliate who left between click and sign-up, without failing', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  await transaction(db, (tx) => closeAffiliate(tx, ada.id))
  expect(await bind(dana, { code: ada.code })).toEqual({ success: true, alreadyReferred: false })
  expect(await referralOf(dana)).toMatchObject({ affiliate_id: ada.id })
})

test('D6: refuses self-referrals, also by a second address, and records them', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const own = randomUUID().slice(0, 8)
  const ada = await affiliate({ email: `${own}@gmail.com` })
  const again = await person({ email: `${own[0]}.${own.slice(1)}+two@googlemail.com` })
  for (const userId of [ada.id, again]) {
    expect(await bind(userId, { code: ada.code })).toMatchObject({ success: false })
    expect(await referralOf(userId)).toBeUndefined()
    const { rows } = await db.$client.query('select reason from referral_refusals where user_id = $1', [userId])
    expect(rows).toEqual([{ reason: 'self_referral' }])
  }
})

test('D6: a sign-up from the affiliate’s network counts, with commissions on hold', async () => {
  const { affiliate, bind, person, pay, commissionsOf } = startProgramme(db)
  const [ada, dana, id] = [await affiliate(), await person(), randomUUID()]
  expect(await bind(dana, { code: ada.code }, '203.0.113.7')).toMatchObject({ success: true })
  await pay({ id, userId: dana })
  expect(await commissionsOf(id)).toEqual([{ kind: 'sale', net: 480, state: 'hold' }])
})

test('D6: commissions start on hold if customer and affiliate share a payout account', async () => {
  const { affiliate, bind, pay, commissionsOf, decisions, procedures, contextOf } = startProgramme(db)
  const [ada, dana, id] = [await affiliate(), await affiliate(), randomUUID()]
  const paidTo = (who: string, email: string) => {
    const form = { method: { kind: 'paypal' as const, email }, country: 'DE', taxResidency: 'DE' }
    return call(procedures.savePayoutSettings, { ...form, thresholdCents: 5_000 }, contextOf(who))
  }
  expect(await bind(dana.id, { code: ada.code })).toMatchObject({ success: true })
  await paidTo(ada.id, 'ada@pay.example')
  await paidTo(dana.id, 'dana@pay.example')
  const before = randomUUID()
  await pay({ id: before, userId: dana.id })
  expect(await commissionsOf(before)).toEqual([{ kind: 'sale', net: 480, state: 'pending' }])

  await paidTo(dana.id, 'Ada@Pay.example')
  await pay({ id, userId: dana.id })
  expect(await commissionsOf(id)).toEqual([{ kind: 'sale', net: 480, state: 'hold' }])
  const { rows } = await db.$client.query<{ id: string; holds: string[] }>(
    'select id, holds from commissions where invoice_id = $1',
    [id],
  )
  expect(rows[0]?.holds).toEqual(['same_payout_account'])
  await decisions.release(rows[0]?.id ?? '')
  expect(await commissionsOf(id)).toEqual([{ kind: 'sale', net: 480, state: 'pending' }])
})

test('D8: a referral counts only once the address is confirmed', async () => {
  const { affiliate, bind, person } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person({ isVerified: false })]
  await bind(dana, { code: ada.code })
  expect(await referralOf(dana)).toMatchObject({ counted_at: null })
  await db.$client.query('update users set email_verified = true where id = $1', [dana])
  expect(await referralOf(dana)).toMatchObject({ counted_at: expect.any(Date) })
})

async function referralOf(userId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.$client.query<Record<string, unknown>>('select * from referrals where user_id = $1', [
    userId,
  ])
  return rows[0]
}
