import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { passwordField, setTour, signUpByApi, somebody } from './person.ts'
import type { Sample } from './sample.ts'
import { SCREENS, picture, show } from './screens.ts'

test.setTimeout(300_000)

test('an editor suggests, and the owner accepts, declines and sees what no longer fits', async ({
  page,
  sample,
  browser,
  baseURL,
}, testInfo) => {
  const guest = await openForTwo({ page, sample, browser, baseURL })
  const [adas, bobs] = [await openTranscript(page), await openTranscript(guest)]
  const [first = '', second = '', third = '', fourth = ''] = await wordIds(adas)
  const before = await word(adas, first).innerText()
  const list = page.getByRole('region', { name: 'Suggestions' })

  await test.step('suggestions show over the author’s captions, and wait in the owner’s list', async () => {
    await guest.getByRole('button', { name: 'Suggest edits' }).click()
    await expect(guest.getByRole('region', { name: 'Suggesting' })).toBeVisible()
    await correctWord(guest, word(bobs, first), 'Anyway')
    await correctWord(guest, word(bobs, second), 'pictures')
    await word(bobs, third).click()
    await guest.keyboard.press('Delete')
    await expect(bobs.locator('del')).toHaveCount(3)
    await expectSaved(guest)
    await expect(word(adas, first)).toHaveText(before)
    await page.getByRole('tab', { name: 'Suggestions (3)' }).click()
    await expect(list.getByText('Bob')).toHaveCount(3)
    await expect(word(adas, first)).toHaveAttribute('data-suggested', 'waiting')
  })

  await test.step('both have the list, also on a phone', async () => {
    await guest.getByRole('tab', { name: 'Suggestions (3)' }).click()
    await expectListOnPhone(page, testInfo, 'owner')
    await expectListOnPhone(guest, testInfo, 'author')
    await expectAccessible(page, 'suggestions to decide')
    await expectAccessible(guest, 'own suggestions')
  })

  await test.step('a reload keeps the mode and the suggestions', async () => {
    await guest.reload()
    await openTranscript(guest)
    await expect(word(bobs, first)).toHaveText('Anyway')
    await expect(guest.getByRole('region', { name: 'Suggesting' })).toContainText('3 waiting')
  })

  await test.step('the owner accepts one by keyboard, and declines another', async () => {
    const card = list.getByRole('article', { name: 'Change a word to “Anyway”' })
    await card.getByRole('button', { name: 'Show' }).click()
    await expect(word(adas, first)).toHaveAttribute('aria-pressed', 'true')
    await card.getByRole('button', { name: 'Accept' }).focus()
    await page.keyboard.press('Enter')
    await expect(word(adas, first)).toHaveText('Anyway')
    await list.getByRole('article', { name: 'Delete a word' }).getByRole('button', { name: 'Decline' }).click()
    await expect(word(bobs, third)).toBeVisible()
    await expect(word(bobs, first)).not.toHaveAttribute('data-suggested')
    await expect(guest.getByRole('region', { name: 'Suggesting' })).toContainText('1 waiting')
  })

  await test.step('one that conflicts stays, with what the captions say now', async () => {
    await correctWord(page, word(adas, second), 'movies')
    await expectSaved(page)
    await expect(list.getByText('The captions now say “movies”.')).toBeVisible()
    await list.getByRole('button', { name: 'Accept all' }).click()
    await expect(list.getByText('No longer fits', { exact: true })).toBeVisible()
    await expect(word(adas, second)).toHaveText('movies')
  })

  await test.step('undo withdraws, and the mode ends', async () => {
    await correctWord(guest, word(bobs, fourth), 'undone')
    await expect(page.getByRole('tab', { name: 'Suggestions (2)' })).toBeVisible()
    await guest.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Suggestions (1)' })).toBeVisible()
    await guest.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(word(bobs, second)).toHaveText('movies')
    await correctWord(guest, word(bobs, fourth), 'live')
    await expect(word(adas, fourth)).toHaveText('live')
  })

  await test.step('the history names who accepted', async () => {
    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText('Change a word to “Anyway”').first()).toBeVisible()
    await expect(history.getByText('Suggestion, accepted by you')).toBeVisible()
  })
  await guest.context().close()
})

test('a suggester can only suggest, from the invitation on, until the owner makes them an editor', async ({
  page,
  sample,
  browser,
  baseURL,
}, testInfo) => {
  const guest = await openForTwo({ page, sample, browser, baseURL }, 'Suggester')
  const [adas, bobs] = [await openTranscript(page), await openTranscript(guest)]
  const [first = '', second = ''] = await wordIds(adas)
  const before = await word(adas, first).innerText()
  const list = page.getByRole('region', { name: 'Suggestions' })

  await test.step('the editor opens in suggest mode, and says why it cannot be left', async () => {
    const bar = guest.getByRole('region', { name: 'Suggesting' })
    await expect(bar).toContainText('You can only suggest edits here.')
    await expect(guest.getByRole('button', { name: 'Suggest edits' })).not.toBeVisible()
    await expect(bar.getByRole('button', { name: 'Stop' })).not.toBeVisible()
    await correctWord(guest, word(bobs, first), 'Anyway')
    await expectSaved(guest)
    await expect(word(adas, first)).toHaveText(before)
    await expectAccessible(guest, 'the editor of a suggester')
    await picture(guest, testInfo, 'suggester')
    await show(guest, SCREENS[2])
    await expect(bar).toContainText('You can only suggest edits here.')
    await show(guest, SCREENS[0])
  })

  await test.step('the owner accepts, and makes the suggester an editor', async () => {
    await page.getByRole('tab', { name: 'Suggestions (1)' }).click()
    await list.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(word(bobs, first)).toHaveText('Anyway')
    const team = await page.context().newPage()
    await team.goto('/collaborators')
    await team.getByRole('combobox', { name: 'Role of Bob' }).selectOption('Editor')
    await expect(team.getByText('Bob is now an editor.')).toBeVisible()
    await expect(guest.getByText('Ada made you an editor')).toBeVisible()
    await correctWord(guest, word(bobs, second), 'directly')
    await expect(word(adas, second)).toHaveText('directly')
    await team.getByRole('combobox', { name: 'Role of Bob' }).selectOption('Suggester')
    await expect(guest.getByText('Ada made you a suggester')).toBeVisible()
    await team.close()
  })
  await guest.context().close()
})

async function expectListOnPhone(page: Page, testInfo: TestInfo, who: string): Promise<void> {
  const size = page.viewportSize()
  await picture(page, testInfo, who)
  await show(page, SCREENS[2])
  const tab = page.getByRole('tab', { name: 'Suggestions (3)' })
  await expect(tab).toBeVisible()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await tab.click()
  await show(page, SCREENS[0])
  if (size !== null) await page.setViewportSize(size)
}

function word(transcript: Locator, id: string): Locator {
  return transcript.locator(`[data-word="${id}"]`)
}

async function wordIds(transcript: Locator): Promise<string[]> {
  return transcript
    .locator('[data-word]')
    .evaluateAll((words) => words.map((each) => each.getAttribute('data-word') ?? ''))
}

/** The fixtures that a pair needs. */
type Stage = { page: Page; sample: Sample; browser: Browser; baseURL: string | undefined }

/** Ada's captioned video, open in two browsers: hers, and that of Bob, whom she invited. @returns his page */
async function openForTwo(
  { page, sample, browser, baseURL }: Stage,
  role: 'Editor' | 'Suggester' = 'Editor',
): Promise<Page> {
  const ada = await signUpByApi(page)
  await page.goto('/billing/checkout?plan=pro&interval=month')
  await page.getByRole('button', { name: /^Pay .* of test money$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
  const video = await sample.copyFor(ada)
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const guest = await context.newPage()
  await inviteBob(page, guest, role)
  await page.goto(video)
  await guest.goto(video)
  return guest
}

async function inviteBob(page: Page, guest: Page, role: string): Promise<void> {
  const bob = { ...somebody(), name: 'Bob' }
  await page.goto('/collaborators')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(bob.email)
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await guest.goto(await linkMailedTo(page, bob.email, /invites you to their videos/))
  await guest.getByRole('button', { name: 'Sign up and accept' }).click()
  await guest.getByLabel('Display name').fill(bob.name)
  await passwordField(guest).fill(bob.password)
  await guest.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(guest.getByRole('region', { name: 'Shared with you by Ada' })).toBeVisible()
  await setTour(guest, 'seen')
}
