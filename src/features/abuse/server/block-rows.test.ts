import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { plansOf } from '../../../../tests/support/plans-of.ts'
import { targetsOf } from '../model/index.ts'
import { openAddressRules } from './address-rules.ts'
import { type BlockPage, findBlocked, listBlocks } from './block-rows.ts'

const { db } = await testDatabase()
await fillBlocks()
const rules = openAddressRules({ DISPOSABLE_ADDRESSES: 'accept', DISPOSABLE_DOMAINS_FILE: undefined })

test('one look-up in the index of 10,000 blocks answers for an address', async () => {
  const plans = await plansOf(db, (q) => rules.problemOf(q, `ada+x@${'a.'.repeat(60)}spam-77.example`))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain('blocked_addresses_target')
  expect(plans[0]).not.toContain('Seq Scan')
})

test('finds the longest domain that is blocked', async () => {
  expect(await findBlocked(db, targetsOf('ada@mail.spam-77.example'))).toBe('mail.spam-77.example')
  expect(await findBlocked(db, targetsOf('ada@other.spam-77.example'))).toBe('spam-77.example')
  expect(await findBlocked(db, targetsOf('ada@notspam-77.example'))).toBeUndefined()
})

test.each<Omit<BlockPage, 'limit'>>([{}, { search: 'spam' }, { search: 'spam-777.' }, { search: 'nothing' }])(
  'no page of blocks reads them all: %j',
  async (page) => {
    const [first] = await listBlocks(db, { limit: 1 })
    for (const before of [undefined, first?.id])
      for (const plan of await plansOf(db, (q) => listBlocks(q, { ...page, before, limit: 26 })))
        expect(plan).not.toContain('Seq Scan')
  },
)

test('pages follow each other without a gap, also within one moment', async () => {
  const all = await listBlocks(db, { search: 'spam-77', limit: 1_000 })
  const paged: string[] = []
  for (let before: string | undefined; ; before = paged.at(-1)) {
    const page = await listBlocks(db, { search: 'spam-77', before, limit: 7 })
    paged.push(...page.map(({ id }) => id))
    if (page.length < 7) break
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  expect(all).toHaveLength(112)
})

/** 10,000 domains, ten at each moment, and one sub-domain. */
async function fillBlocks(): Promise<void> {
  await db.$client.query(
    `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at)
     select gen_random_uuid(), 'spam-' || n || '.example', 'A wave of sign-ups', 'olga@example.com',
       '2026-11-01'::timestamptz + (n / 10) * interval '1 minute' from generate_series(1, 10000) n
     union all
     select gen_random_uuid(), 'mail.spam-77.example', 'Its mails', 'olga@example.com', '2026-10-01'`,
  )
  await db.$client.query('analyze blocked_addresses')
}
