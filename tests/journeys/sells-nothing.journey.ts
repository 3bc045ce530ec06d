import { type Browser, expect, type Page } from '@playwright/test'
import routes from '../../src/app/pages/routes.ts'
import { PAGES } from '../authorization/table.ts'
import { fixture } from '../fixtures/fixture.ts'
import { expectAlive } from './alive.ts'
import { chooseClip } from './clip.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { test as base } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { OLGA, OPERATORS } from './operators.ts'
import { signUpByApi, somebody } from './person.ts'
import { startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'

/** What a site that sells nothing never says. Names and descriptions of templates are about other people's videos. */
const SALES_WORDS = /\b(prices?|pricing|plans?|credits?|upgrades?|commissions?|affiliates?|billing|invoices?)\b|\$/iu
const OF_TEMPLATES = /price tag|lists, prices and dry jokes/giu

/** The product with BILLING=off. */
const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ env: { BILLING: 'off', OPERATORS } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('with BILLING=off no page and no mail mentions anything for sale', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  // It loads some seventy pages.
  test.setTimeout(400_000)
  // Pages of other people's links, and the page for unknown addresses.
  complaints.allow(/status of 4(0[134]|22)/)
  await test.step('a visitor reads every page', () => readEveryPage(page, isForVisitors))
  for (const path of ['/', '/signup'])
    expect(await (await page.request.get(path)).text(), `the document of ${path}`).not.toMatch(
      /billing\/plans|no card/iu,
    )
  await signUpByApi(page, OLGA)
  await page.goto(await linkMailedTo(page, OLGA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()

  const video = await test.step('a video is captioned and corrected', async () => {
    await page.goto('/upload')
    await expectUnsold(page)
    await chooseClip(page, await fixture('sentence-small'))
    await expect(page.getByRole('button', { name: 'Make captions', exact: true })).toBeVisible({ timeout: 60_000 })
    await expectUnsold(page)
    await page.getByRole('button', { name: 'Make captions', exact: true }).click()
    const transcript = await openTranscript(page)
    await correctWord(page, transcript.locator('[data-word]').first(), 'Wonderful')
    await expectSaved(page)
    await expectUnsold(page)
    return page.url()
  })
  await test.step('somebody is invited', async () => {
    await page.goto('/collaborators')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(somebody().email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('region', { name: 'Invited' })).toBeVisible()
    await expectUnsold(page)
  })
  await test.step('a collaborator joins, changes role and leaves', () => changeTeam(page, browser, product.url))
  await test.step('the operator decides about a user, and reads their page and the log', () =>
    decideAboutSomebody(page, browser, product.url))
  await test.step('the signed-in operator reads every page and menu', async () => {
    await readEveryPage(page, ({ isSales }) => isSales !== true)
    await page.goto(video)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Collaborators' })).toBeVisible()
    await expectUnsold(page)
  })
  await test.step('the mails', async () => {
    const mails = await (await page.request.get('/dev/outbox/mails.json')).text()
    for (const about of MAILS) expect(mails).toContain(about)
    expect(mails).not.toMatch(SALES_WORDS)
  })
})

/** Mails that the journey causes. */
const MAILS = [
  'invites you to their videos',
  'accepted your invitation',
  'made you a viewer',
  'has ended',
  'Your account has lower limits',
  'limits of your account are lifted',
  'is suspended',
  'account works again',
  'is viewing your account',
]

type Route = (typeof routes)[number]

async function changeTeam(page: Page, browser: Browser, url: string): Promise<void> {
  const guest = await openSecondBrowser(browser, url)
  const { email } = await signUpByApi(guest)
  const team = await call(page, 'collaboration/invite', { email, role: 'editor' })
  expect(JSON.stringify(team)).toContain(email)
  await guest.goto(await linkMailedTo(page, email, /invites you/))
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(guest).toHaveURL('/upload')
  await expectUnsold(guest)
  await page.goto('/collaborators')
  await page.getByRole('combobox', { name: 'Role of Ada' }).selectOption('Viewer')
  await expect(page.getByText('Ada is now a viewer.')).toBeVisible()
  await expectUnsold(page)
  await page.getByRole('button', { name: 'Remove Ada' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Ada no longer has access.')).toBeVisible()
  await guest.context().close()
}

async function decideAboutSomebody(page: Page, browser: Browser, url: string): Promise<void> {
  const user = await openSecondBrowser(browser, url)
  await signUpByApi(user)
  const { id: userId } = await call(user, 'accounts/me')
  const reason = 'Fills the queue'
  await call(page, 'operator/lowerLimits', { userId, limits: { maxDurationMs: 120_000, storageBytes: 1e9 }, reason })
  await page.goto(`/operator/users/${userId}`)
  await expect(page.getByText('Lowered').first()).toBeVisible()
  await expectUnsold(page)
  for (const path of ['/profile', '/storage', '/upload']) {
    await user.goto(path)
    await expectAlive(user)
    await expectUnsold(user)
  }
  for (const decision of ['suspend', 'reinstate']) {
    await call(page, 'operator/decideUser', { userId, decision, reason })
    await page.goto(`/operator/users/${userId}`)
    await expect(page.getByRole('list', { name: 'Notes and actions' })).toBeVisible()
    await expectUnsold(page)
  }
  await call(page, 'operator/lowerLimits', { userId, limits: null, reason })
  await call(page, 'operator/startView', { userId, reason })
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(page).toHaveURL(/\/operator\/users\//)
  await user.context().close()
}

/** Calls a procedure in the session of the page. */
async function call(page: Page, procedure: string, input?: object): Promise<{ id: string }> {
  const { origin } = new URL((await page.request.get('/robots.txt')).url())
  const answer = await page.request.post(`/api/rpc/${procedure}`, { data: { json: input }, headers: { origin } })
  expect(answer.status(), procedure).toBe(200)
  const { json }: { json: { id: string } } = await answer.json()
  return json
}

/** Whether a visitor sees a page of its own there: behind the log-in, all others show the same form. */
function isForVisitors({ path, isSales }: Route): boolean {
  return isSales === true || path === 'upload' || PAGES[`/${path}`] !== 'guarded'
}

async function readEveryPage(page: Page, isWanted: (route: Route) => boolean): Promise<void> {
  for (const { path, isSales } of routes.filter(isWanted)) {
    await page.goto(`/${path.replace(/:\w+/u, 'some').replace('*', 'nobody')}`)
    if (path !== 'error' && path !== 'maintenance') await expectAlive(page)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (isSales === true) await expect(page.getByRole('heading', { name: 'Nothing is sold here' })).toBeVisible()
    await expectUnsold(page)
  }
}

/** Expects neither the page nor its head to mention sales. */
async function expectUnsold(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  const text = await page.locator('body').innerText()
  const description = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
  )
  const said = `${await page.title()}\n${description}\n${text}`.replaceAll(OF_TEMPLATES, '')
  const found = said.match(new RegExp(`.{0,40}(${SALES_WORDS.source}).{0,40}`, 'iu'))?.[0]
  // All of them at once, not only the first.
  expect.soft(found, page.url()).toBeUndefined()
}
