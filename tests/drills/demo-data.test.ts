import { expect, test } from 'vitest'
import { Account } from '#features/accounts/model/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { makePlans } from '../../scripts/demo/demo-plans.ts'
import { makeProgramme } from '../../scripts/demo/demo-programme.ts'
import { ask, type DemoSite } from '../../scripts/demo/demo-site.ts'
import { makeTeam } from '../../scripts/demo/demo-team.ts'
import { makeExpiring, videoLinks } from '../../scripts/demo/demo-videos.ts'
import { testProduct } from '../support/product.ts'

const { db, databaseUrl, product, url } = await testProduct({ settings: { DEV_OUTBOX: 'true' } })

test('the demo data shows every plan, a team and months of sales, and is made only once', async () => {
  const worker = await startWorker({ db, url: databaseUrl, jobs: product.work, concurrency: 1, log: silentLog() })
  try {
    const first = await make({ url, db })
    expect(first.plans).toEqual(['free', 'basic', 'pro', 'premium'])
    expect(first.team).toMatchObject({ collaborators: [{ role: 'editor' }, { role: 'viewer' }], invitations: [{}] })
    expect(first.rows).toMatchObject({ referrals: 17, payouts: 6, projects: 1 })
    expect(first.videos).toEqual(['Deleted tomorrow (prepared)'])
    expect(await make({ url, db })).toEqual(first)
  } finally {
    await worker.stop()
  }
})

async function make(site: DemoSite) {
  const { free, basic, pro, premium } = await makePlans(site)
  await makeProgramme(site)
  await makeTeam(site, pro)
  await makeExpiring(site, free)
  const accounts = await Promise.all([free, basic, pro, premium].map((person) => ask(person, 'accounts/me')))
  return {
    plans: accounts.map((account) => Account.parse(account).plan),
    team: await ask(pro, 'collaboration/team'),
    videos: (await videoLinks(site, free)).map(({ shows }) => shows),
    rows: await countRows(site),
  }
}

async function countRows({ db: on }: DemoSite): Promise<Record<string, number>> {
  const tables = ['users', 'referrals', 'commissions', 'payouts', 'affiliate_clicks', 'billing_invoices', 'projects']
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await on.$client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
      return [table, rows[0]?.count ?? 0] as const
    }),
  )
  return Object.fromEntries(counts)
}
