import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { OREN } from './operators.ts'
import { fillLogIn, signUpByApi } from './person.ts'
import { openCopy } from './sample.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(300_000)

test('an operator finds a spammer by part of a name, suspends, reinstates and erases them', async ({
  page,
  sample,
  browser,
  baseURL,
  complaints,
}) => {
  // An erasure without the right address.
  complaints.allow(/status of 422 .*eraseUser/u)
  const spammer = await openSecondBrowser(browser, baseURL)
  const { email, password } = await signUpByApi(spammer)
  await openCopy(spammer, sample, { email })
  await spammer.getByRole('tab', { name: /^Comments/ }).click()
  await spammer.getByRole('button', { name: 'Share for review' }).click()
  const sharing = spammer.getByRole('dialog', { name: 'Share for review' })
  await sharing.getByRole('button', { name: 'Make link' }).click()
  const review = new URL(await sharing.locator('code').innerText()).pathname
  await sharing.getByRole('button', { name: 'Close' }).click()
  const guest = await openSecondBrowser(browser, baseURL)

  await signUpByApi(page, OREN)
  await page.goto(await linkMailedTo(page, OREN.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()

  await test.step('finds them by a part of the address, in small letters and with filters', async () => {
    await page.goto('/operator/users')
    await page.getByLabel('Search by name or address').fill(email.slice(4, 20).toUpperCase())
    await page.keyboard.press('Enter')
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)
    await expect(row).toContainText(email)
    await expect(row).toContainText('1')
    await expectAccessibleInEveryLook(page, '/operator/users')
    await page.getByLabel('State').selectOption('Suspended')
    await expect(page.getByText('No user found')).toBeVisible()
    await page.getByLabel('State').selectOption('Any')
    await page.getByRole('link', { name: 'Ada' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Open sessions' })).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/users/:userId')
  })

  await test.step('suspends them: their page logs out, and the review link stops', async () => {
    await guest.goto(review)
    await expect(guest.locator('canvas[data-captions=drawn]')).toBeVisible()
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByText('Give a short reason.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Advertises pills')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText(/^Suspended since/)).toBeVisible()
    await expect(page.getByText('No open sessions.')).toBeVisible()
    await spammer.goto('/upload')
    await expect(spammer).toHaveURL(/\/auth/)
    await fillLogIn(spammer, { email, password, name: 'Ada' })
    await expect(spammer.getByText('This account is suspended.')).toBeVisible()
    await guest.goto(review)
    await expect(guest.getByRole('heading', { name: 'This review link no longer works' })).toBeVisible()
    await expectMailed(spammer, email, 'is suspended')
  })

  await test.step('reinstates them: they log in, and the link works', async () => {
    await page.getByRole('button', { name: 'Reinstate' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('It was a poem')
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
    await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
    await fillLogIn(spammer, { email, password, name: 'Ada' })
    await expect(spammer.getByRole('button', { name: /^Your account/ })).toBeVisible()
    await guest.goto(review)
    await expect(guest.locator('canvas[data-captions=drawn]')).toBeVisible()
  })

  await test.step('ends their sessions, adds a note, and reads it all in the log', async () => {
    await page.getByRole('button', { name: 'End sessions' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A lost phone')
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
    await expect(page.getByText('No open sessions.')).toBeVisible()
    await spammer.goto('/upload')
    await expect(spammer).toHaveURL(/\/auth/)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('Writes poems')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    const history = page.getByRole('list', { name: 'Notes and actions' })
    for (const text of ['“Writes poems”', '“A lost phone”', '“It was a poem”', '“Advertises pills”'])
      await expect(history).toContainText(text)
  })

  await test.step('erases them after their address is typed', async () => {
    await page.getByRole('button', { name: 'Erase' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address of the account').fill('wrong@example.com')
    await dialog.getByLabel('Reason').fill('They asked')
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(dialog.getByText('Type the address of the account to erase it.')).toBeVisible()
    await dialog.getByLabel('Address of the account').fill(email)
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(page).toHaveURL('/operator/users')
    await page.getByLabel('Search by name or address').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('No user found')).toBeVisible()
  })
})
