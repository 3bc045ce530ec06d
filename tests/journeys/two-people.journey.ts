import type { Locator, Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { chooseClip, holdUploads } from './clip.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { signUpByApi, passwordField, setTour, somebody } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(300_000)

test('an owner and an editor see each other’s edits live, and resolve a conflict', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUpOnPro(page)
  const guest = await openSecondBrowser(browser, baseURL)
  await inviteBob(page, guest)
  await page.goto('/upload')
  const release = await holdUploads(page)
  await chooseClip(page, await fixture('sentence-small'))
  await page.getByRole('button', { name: 'Make captions · 10 credits per 3 min' }).click()
  const adas = await openTranscript(page)
  await guest.goto(page.url())
  const bobs = await openTranscript(guest)
  await expect(guest.getByText('Ada is still uploading this video.')).toBeVisible()
  const [first = '', second = '', third = ''] = await wordIds(adas)

  await test.step('shows each to the other', async () => {
    await expect(page.getByRole('img', { name: 'Bob, editor' })).toHaveText('B')
    await expect(guest.getByRole('img', { name: 'Ada, owner' })).toBeVisible()
    await expect(page.getByText('Bob is here too.')).toBeAttached()
  })

  await test.step('shows each the other’s changes without a reload, and undoes only one’s own', async () => {
    await correctWord(page, word(adas, first), 'Wonderful')
    await expect(word(bobs, first)).toHaveText('Wonderful')
    await correctWord(guest, word(bobs, second), 'pictures')
    await expect(word(adas, second)).toHaveText('pictures')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(word(bobs, first)).not.toHaveText('Wonderful')
    await expect(word(bobs, second)).toHaveText('pictures')
  })

  await test.step('shows the editor the picture once it is there', async () => {
    release()
    await expect(guest.locator('video:not(.invisible)')).toBeVisible({ timeout: 60_000 })
    await expect(guest.getByText('Ada is still uploading this video.')).not.toBeVisible()
  })

  await test.step('resolves a conflicting word by keyboard', async () => {
    const before = await word(adas, third).innerText()
    await guest.route('**/api/rpc/captions/apply', (route) => route.abort())
    await correctWord(guest, word(bobs, third), 'mine')
    await correctWord(page, word(adas, third), 'theirs')
    await expectSaved(page)
    await guest.unroute('**/api/rpc/captions/apply')
    const told = `Ada changed “${before}” to “theirs” while you changed it to “mine”.`
    await expect(guest.getByText(told)).toBeVisible({ timeout: 30_000 })
    await expect(word(bobs, third)).toHaveText('theirs')
    await guest.reload()
    await openTranscript(guest)
    await expect(guest.getByText(told), 'kept over a reload').toBeVisible()
    await guest.getByRole('button', { name: 'Keep mine: “mine”' }).focus()
    await guest.keyboard.press('Enter')
    await expect(word(adas, third)).toHaveText('mine')
    await expect(guest.getByText(told)).not.toBeVisible()
  })

  await test.step('removes a departed person from the other’s screen', async () => {
    await guest.goto('/upload')
    await expect(page.getByRole('img', { name: 'Bob, editor' })).not.toBeVisible()
  })
  await guest.context().close()
})

function word(transcript: Locator, id: string): Locator {
  return transcript.locator(`[data-word="${id}"]`)
}

async function wordIds(transcript: Locator): Promise<string[]> {
  return transcript
    .locator('[data-word]')
    .evaluateAll((words) => words.map((each) => each.getAttribute('data-word') ?? ''))
}

/** Pays for pro with test money. */
async function signUpOnPro(page: Page): Promise<void> {
  await signUpByApi(page)
  await page.goto('/billing/checkout?plan=pro&interval=month')
  await page.getByRole('button', { name: /^Pay .* of test money$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
}

/** Invites Bob as an editor; he signs up and accepts. */
async function inviteBob(page: Page, guest: Page): Promise<void> {
  const bob = { ...somebody(), name: 'Bob' }
  await page.goto('/collaborators')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(bob.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('1 of 3 seats taken')).toBeVisible()
  await guest.goto(await linkMailedTo(page, bob.email, /invites you to their videos/))
  await guest.getByRole('button', { name: 'Sign up and accept' }).click()
  await guest.getByLabel('Display name').fill(bob.name)
  await passwordField(guest).fill(bob.password)
  await guest.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(guest.getByRole('region', { name: 'Shared with you by Ada' })).toBeVisible()
  await setTour(guest, 'seen')
}
