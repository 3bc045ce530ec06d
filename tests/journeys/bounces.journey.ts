import { expectAccessibleInEveryLook } from './accessibility.ts'
import { bounceMailTo } from './bounces.ts'
import { expect, test } from './journey.ts'
import { linkMailedTo, subjectsMailedTo } from './mailbox.ts'
import { OSKA } from './operators.ts'
import { signUpByApi, somebody } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(240_000)

test('a mail comes back; its user and an operator see it, and each lets mails go again', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const dana = somebody()
  const visitor = await openSecondBrowser(browser, baseURL)
  await signUpByApi(visitor, dana)
  await signUpByApi(page, OSKA)
  await page.goto(await linkMailedTo(page, OSKA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  const cameBack = visitor.getByText('Mail to this address came back')

  await test.step('the page of mails says that nothing came back', async () => {
    await page.goto('/operator/mail')
    await expect(page.getByText('No bounces and no complaints')).toBeVisible()
    await expect(page.getByText('return to bounces@wordpop.example')).toBeVisible()
  })

  await test.step('the user reads in the profile that the confirmation came back, and why', async () => {
    expect(await bounceMailTo(visitor, product, dana.email)).toEqual({ counted: 'bounce' })
    await visitor.goto('/profile')
    await expect(cameBack).toBeVisible()
    await expect(visitor.getByText('There is no such mailbox (550 5.1.1).')).toBeVisible()
    await expectAccessibleInEveryLook(visitor, '/profile with a bounced address')
  })

  await test.step('the operator finds it in the list and in the overview', async () => {
    await page.goto('/operator')
    await expect(page.getByRole('region', { name: 'Mails', exact: true })).toContainText(
      '1 address bounced or complained',
    )
    await page.goto('/operator/mail')
    await page.getByLabel('Search bounces and complaints').fill(dana.email.slice(0, 12))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=/u)
    const row = page
      .getByRole('table', { name: 'Bounces and complaints' })
      .getByRole('row')
      .filter({ hasText: dana.email })
    await expect(row).toContainText('There is no such mailbox (550 5.1.1).')
    await expectAccessibleInEveryLook(page, '/operator/mail with a bounce')
  })

  await test.step('the page of the user has it too; allowed there, the same report changes nothing', async () => {
    await page.goto(`/operator/users?search=${encodeURIComponent(dana.email)}`)
    await page.getByRole('row').filter({ hasText: dana.email }).getByRole('link').click()
    await expect(page.getByText('Mails to this address came back')).toBeVisible()
    await page.getByRole('button', { name: `Allow mails to ${dana.email}` }).click()
    await page.getByLabel('Reason').fill('Their mailbox has room again')
    await page.getByRole('button', { name: 'Allow mails', exact: true }).click()
    await expect(page.getByText(`Mails go to ${dana.email} again.`)).toBeVisible()
    await expect(page.getByText('Mails to this address came back')).toHaveCount(0)
    expect(await bounceMailTo(visitor, product, dana.email)).toMatchObject({ counted: null })
    await page.goto('/operator/actions?kind=mail')
    await expect(page.getByRole('list', { name: 'Entries' })).toContainText(
      `let mails go to ${dana.email} again, which were stopped after a bounce`,
    )
  })

  await test.step('another mail comes back, and the user tries again', async () => {
    await visitor.reload()
    await expect(visitor.getByText('Please verify this address')).toBeVisible()
    await expect(cameBack).toHaveCount(0)
    await visitor.getByRole('button', { name: 'Resend the mail' }).click()
    await expect.poll(async () => (await subjectsMailedTo(visitor, dana.email)).length).toBe(2)
    expect(await bounceMailTo(visitor, product, dana.email)).toEqual({ counted: 'bounce' })
    await visitor.reload()
    await expect(cameBack).toBeVisible()
    await visitor.getByRole('button', { name: 'Try again' }).click()
    await expect(visitor.getByText(`A mail is on its way to ${dana.email}.`)).toBeVisible()
    await expect(cameBack).toHaveCount(0)
    await expect.poll(async () => (await subjectsMailedTo(visitor, dana.email)).length).toBe(3)
  })
})
