import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed } from './mailbox.ts'
import { signUpByApi } from './person.ts'
import { openCopy } from './sample.ts'

test.setTimeout(300_000)

test('an owner shares for review; a guest comments and approves; the owner sees it live', async ({
  page,
  sample,
  browser,
  baseURL,
}) => {
  const { email } = await signUpByApi(page)
  const transcript = await openCopy(page, sample, { email })
  const word = transcript.locator('[data-word]').first()

  await test.step('comments on a word by keyboard', async () => {
    await word.click()
    await page.keyboard.press('Control+Alt+m')
    const field = page.getByRole('combobox', { name: 'Comment on the selected words' })
    await expect(field).toBeFocused()
    await page.keyboard.type('Is this word right?')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('tab', { name: 'Comments (1)' })).toBeVisible()
    await expect(word).toHaveAttribute('data-commented', 'true')
  })

  const address = await test.step('makes a link with a password, from the bar', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share for review' })
    await dialog.getByRole('textbox', { name: 'Password (optional)' }).fill('violet harbour')
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const link = dialog.locator('code')
    await expect(link).toContainText('/review/')
    const url = await link.innerText()
    await expectAccessible(page, 'sharing for review')
    await dialog.getByRole('button', { name: 'Close' }).click()
    return new URL(url).pathname
  })

  const guest = await openGuest(browser, baseURL, address)
  await test.step('lets a guest in with the password, and asks the name once', async () => {
    await expect(guest.getByRole('heading', { name: 'This review has a password' })).toBeVisible()
    await guest.getByRole('textbox', { name: 'Password' }).fill('violet harbor')
    await guest.getByRole('button', { name: 'Open the review' }).click()
    await expect(guest.getByText('This password is wrong.')).toBeVisible()
    await guest.getByRole('textbox', { name: 'Password' }).fill('violet harbour')
    await guest.getByRole('button', { name: 'Open the review' }).click()
    await expect(guest.locator('canvas[data-captions=drawn]')).toBeVisible()
    await guest.getByRole('textbox', { name: 'Your name' }).fill('Lena')
    await guest.getByRole('button', { name: 'Save' }).click()
    await expect(guest.getByText('You review as Lena')).toBeVisible()
  })

  await test.step('shows the picture above the words on a phone', async () => {
    const desktop = guest.viewportSize()
    await guest.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(async () => (await guest.locator('canvas[data-captions=drawn]').boundingBox())?.height)
      .toBeGreaterThan(200)
    if (desktop !== null) await guest.setViewportSize(desktop)
  })

  await test.step('shows the owner a guest’s comment and approval at once, and mails both', async () => {
    await guest.locator('[data-word]').nth(1).click()
    await guest.getByRole('textbox', { name: 'Comment on the selected words' }).fill('Lovely <b>here</b>')
    await expectAccessible(guest, 'a review with a selected word')
    await guest.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Comments (2)' })).toBeVisible()
    await expect(page.getByText('Lovely <b>here</b>')).toBeVisible()
    await guest.getByRole('button', { name: 'Approve' }).click()
    await expect(guest.getByText('You approved these captions.')).toBeVisible()
    await expect(page.getByText('Lena (guest) approved the captions')).toBeVisible()
    await expectMailed(page, email, 'Lena commented on', 'Lena approved')
  })

  await test.step('answers, resolves, and keeps a comment whose word is deleted', async () => {
    const thread = page.getByRole('article').filter({ hasText: 'Lovely' })
    await thread.getByRole('button', { name: 'Reply' }).click()
    await thread.getByRole('combobox').fill('Thank you, Lena')
    await thread.getByRole('button', { name: 'Reply' }).click()
    await expect(guest.getByText('Thank you, Lena')).toBeVisible()
    await expectAccessible(guest, 'the comments of a review')
    // The handles of a word in the timeline overlap its ends.
    await expectAccessible(page, 'the comments of an editor', 'all', { except: ['target-size'] })
    await thread.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByRole('tab', { name: 'Comments (1)' })).toBeVisible()
    await word.click()
    await page.keyboard.press('Delete')
    await expect(page.getByText('These words were deleted. The comment leads to the word beside them.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('These words were deleted.')).toBeHidden()
  })

  await test.step('ends a revoked link for a guest who is watching', async () => {
    await page.getByRole('button', { name: 'Share for review' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('The link no longer works.')).toBeVisible()
    await expect(guest.getByRole('heading', { name: 'This review link no longer works' })).toBeVisible()
    await expect(guest.getByText('Lena')).toBeHidden()
  })
  await guest.goto('/review/made-up')
  await expect(guest.getByRole('heading', { name: 'Review link not found' })).toBeVisible()
  await guest.context().close()
})

/** The link in a browser without an account. */
async function openGuest(browser: Browser, baseURL: string | undefined, address: string): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const guest = await context.newPage()
  await guest.goto(address)
  return guest
}
