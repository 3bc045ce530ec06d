import { PAGES } from '../authorization/table.ts'
import { fixture } from '../fixtures/fixture.ts'
import { expectPrepared } from './clip.ts'
import { dropFromDesktop, openEarly, openOnSlowPhone, postsTo } from './early.ts'
import { expect, test } from './journey.ts'
import { signUpByApi, passwordField, somebody } from './person.ts'

const PHONE = { width: 390, height: 800 }
/** The status of a page that waits for hydration. */
const SENDING = 'Your form is sent as soon as the page has loaded.'

test('a sign-up sent before the page is alive is sent once, with what was typed', async ({ page }) => {
  const { name, email, password } = somebody()
  const release = await openEarly(page, '/signup')
  const sent = postsTo(page, '/api/auth/sign-up/email')
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await passwordField(page).fill(password)
  const button = page.getByRole('main').getByRole('button', { name: 'Sign up' })
  await button.click()
  await passwordField(page).press('Enter')

  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').filter({ hasText: SENDING })).toBeVisible()
  await expect(page).toHaveURL('/signup')

  await release()
  await expect(page).toHaveURL('/upload')
  expect(sent.map((body) => JSON.parse(body) as unknown)).toMatchObject([{ name, email, password }])
  await expect(page.getByText(SENDING)).toBeHidden()
})

test('a refused early log-in shows beside the field and keeps the input', async ({ page, complaints }) => {
  complaints.allow(/status of 401/)
  const { email, password } = somebody()
  const release = await openEarly(page, '/auth')
  await page.getByLabel('E-mail').fill(email)
  await passwordField(page).fill(password)
  await passwordField(page).press('Enter')
  await release()

  await expect(passwordField(page)).toHaveAccessibleDescription(/./)
  await expect(passwordField(page)).toHaveValue(password)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  const button = page.getByRole('main').getByRole('button', { name: 'Log in' })
  await expect(button).not.toHaveAttribute('aria-busy')
  // The address is passed on to the next form, as if typed there.
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
})

test('an early message arrives with its topic', async ({ page }) => {
  const { name, email } = somebody()
  const release = await openEarly(page, '/contact')
  const sent = postsTo(page, '/api/rpc/site/contact')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Topic').selectOption({ label: 'Legal and privacy' })
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do you keep my videos?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await release()

  await expect(page.getByText('Your message is with us')).toBeVisible()
  const message = { name, email, topic: 'legal', message: 'Where do you keep my videos?' }
  expect(sent.map((body) => JSON.parse(body) as unknown)).toMatchObject([{ json: message }])
})

for (const path of ['/forgot-password', '/affiliate/forgot-password']) {
  test(`an early request on ${path} mails the address that was typed`, async ({ page }) => {
    const { email } = somebody()
    const release = await openEarly(page, path)
    const sent = postsTo(page, '/api/auth/request-password-reset')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await release()

    await expect(page.getByText(`Check the inbox of ${email}.`)).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    expect(sent.map((body) => JSON.parse(body) as unknown)).toMatchObject([{ email }])
  })
}

test('an early new password is sent once, with the token of its link', async ({ page, complaints }) => {
  complaints.allow(/status of 4\d\d/)
  const release = await openEarly(page, '/reset-password?token=worn-out')
  const sent = postsTo(page, '/api/auth/reset-password')
  await page.getByRole('textbox', { name: 'New password' }).fill('violet-harbour-lantern')
  await page.getByRole('button', { name: 'Change password' }).click()
  await release()

  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  const expected = { token: 'worn-out', newPassword: 'violet-harbour-lantern' }
  expect(sent.map((body) => JSON.parse(body) as unknown)).toMatchObject([expected])
})

test('a video chosen before the page is alive comes along', async ({ page }) => {
  const release = await openEarly(page, '/')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a video' }).click()
  await (await chooser).setFiles(await fixture('sentence-small'))
  await release()
  await expect(page).toHaveURL(/\/signup\?from=%2Fupload%3Fclip/)
})

test('a video dropped before the page is alive comes along', async ({ page }) => {
  const release = await openEarly(page, '/')
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await dropFromDesktop(page, await fixture('sentence-small'))
  await expect(page.getByRole('status').filter({ hasText: 'still loading' })).toBeVisible()
  await release()
  await expect(page).toHaveURL(/\/signup\?from=%2Fupload%3Fclip/)
})

test('a file dropped on a page that takes none does not replace it', async ({ page }) => {
  const release = await openEarly(page, '/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('A long message')
  await dropFromDesktop(page, await fixture('sentence-small'))
  await release()
  await dropFromDesktop(page, await fixture('sentence-small'))
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('A long message')
})

test('a video dropped while /upload still loads is uploaded', async ({ page }) => {
  await signUpByApi(page)
  const release = await openEarly(page, '/upload')
  await expect(page.getByText('Checking authentication...')).toBeVisible()
  await dropFromDesktop(page, await fixture('sentence-small'))
  await release()
  await expectPrepared(page, 10)
})

test('videos that come before the plan’s limits wait for them, and are checked in their order', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 503/)
  await signUpByApi(page)
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  let refusals = 1
  await page.route('**/api/rpc/media/limits*', async (route) => {
    await asked
    if (refusals-- <= 0) return route.fallback()
    const json = { defined: false, code: 'internal', status: 503, message: 'The server is busy.', data: {} }
    return route.fulfill({ status: 503, json: { json } })
  })
  await page.goto('/upload')
  await dropFromDesktop(page, await fixture('four-minutes'))
  await expect(page.getByText('1 file is waiting')).toBeVisible()
  await dropFromDesktop(page, await fixture('sentence-small'))
  await expect(page.getByText('2 files are waiting')).toBeVisible()

  answer()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This file was not uploaded' })).toContainText('3')
  await expect(page.getByRole('region', { name: 'My videos' }).getByText('sentence-small')).toBeVisible()
})

test('presses, sliders and plans chosen early take effect', async ({ page }) => {
  const release = await openEarly(page, '/affiliate')
  await page.getByRole('slider', { name: 'New paying people each month' }).fill('50')
  await page.getByText(/^Premium \$/).click()
  await release()
  // 40% of $69, for 50 people.
  await expect(page.getByText('$1,380', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
})

test('an early press restyles the demo and switches the theme, once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const release = await openEarly(page, '/')
  const theme = page.getByRole('button', { name: 'Switch theme' })
  await theme.click()
  // A button that is already waiting ignores further presses.
  await theme.click({ force: true })
  for (const look of ['Boxed', 'One Word Pop']) await page.getByRole('button', { name: look }).click()
  await expect(page.getByRole('button', { name: 'Boxed' })).toHaveAttribute('aria-busy', 'true')
  await release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.getByRole('button', { name: 'One Word Pop' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
})

test('a year chosen early on /pricing has its prices, and an early plan leads on', async ({ page }) => {
  const release = await openEarly(page, '/pricing')
  await page.getByText(/^Yearly/).click()
  await release()
  await expect(page.getByRole('article', { name: 'Pro' })).toContainText('$23.20')

  await openEarly(page, '/pricing')
  await page.getByRole('article', { name: 'Pro' }).getByRole('link', { name: 'Choose Pro' }).click()
  await expect(page).toHaveURL(/\/signup\?from=/)
})

test('a phone’s menu that was opened early knows that it is open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const release = await openEarly(page, '/affiliate')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await release()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('on a slow phone a sign-up and a dropped video take effect as soon as they can', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openOnSlowPhone(page, '/')
  await page.getByRole('button', { name: 'Choose a video' }).waitFor()
  await dropFromDesktop(page, await fixture('sentence-small'))
  await expect(page).toHaveURL(/\/signup\?from=/)

  const person = somebody()
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(person.email)
  await passwordField(page).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expectPrepared(page, 10)
})

test('a page whose scripts fail to load says so', async ({ page, complaints }) => {
  complaints.allow(/ERR_FAILED/)
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await passwordField(page).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'could not be loaded' })).toBeVisible()
})

test('without scripts a form is answered by its own page, and no field ends in an address', async ({
  browser,
  request,
  product,
}) => {
  // The imprint has no page until operators write it.
  const missing = ['*', '/imprint']
  const paths = Object.keys(PAGES).filter((path) => !path.includes(':') && !missing.includes(path))
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    expect(html.match(/<form(?![^>]* method="post")[^>]*>(?:(?!<\/form>).)*<(input|textarea|select)/g), path).toBeNull()
    const answer = await request.post(path, { form: { password: 'violet-harbour-lantern' } })
    expect(answer.status(), path).toBe(405)
    const text = await answer.text()
    expect(text, path).toContain('Nothing was sent.')
    expect(text).not.toContain('violet-harbour-lantern')
  }
  expect((await request.post('/nobody-has-this-name')).status()).toBe(404)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await passwordField(page).fill('violet-harbour-lantern')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Nothing was sent.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await context.close()
})
