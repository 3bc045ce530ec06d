import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startProgramme } from '../../../../tests/support/referrals.ts'
import { join } from './applications.ts'

const { db } = await testDatabase()
const FORM = { channel: 'A blog', country: 'DE' }

test('mails a new affiliate their link once, and their first referral once it counts', async () => {
  const { deps, mails, person, bind, maintenance } = startProgramme(db)
  const userId = await person()
  const username = `a${randomUUID().slice(0, 12)}`
  const { referralCode: code } = (await join(deps, { userId, username, ...FORM })) ?? {}
  await join(deps, { userId, username, ...FORM })
  const dana = await person({ isVerified: false })
  await bind(dana, { code })
  await maintenance()
  expect(mails.map(({ subject }) => subject)).toEqual(['You are a Wordpop affiliate'])
  await db.$client.query('update users set email_verified = true where id = $1', [dana])
  await maintenance()
  await maintenance()
  expect(mails.map(({ subject }) => subject)).toEqual(['You are a Wordpop affiliate', 'Your first referral'])
})

test('on the first of a month, mails a summary of the previous one, once', async () => {
  const { mails, person, bind, pay, maintenance, affiliate, clock } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  await bind(dana, { code: ada.code })
  await pay({ userId: dana })
  clock.now = Date.parse('2026-12-01T00:00:00Z')
  await maintenance()
  await maintenance()
  const summaries = mails.filter(({ subject }) => subject.includes('2026-11'))
  expect(summaries.filter(({ paragraphs }) => paragraphs.join(' ').includes('You earned $4.80'))).toHaveLength(1)
})

test('an affiliate who left gets no mail', async () => {
  const { mails, person, bind, pay, affiliate } = startProgramme(db)
  const [ada, dana] = [await affiliate(), await person()]
  await bind(dana, { code: ada.code })
  await transaction(db, (tx) => tx.$client.query("update affiliates set state = 'closed' where user_id = $1", [ada.id]))
  await pay({ userId: dana })
  expect(mails).toEqual([])
})
