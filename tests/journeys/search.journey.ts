import { scriptOf } from '../fixtures/fixture.ts'
import { expectAccessible } from './accessibility.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'
import { SCREENS, picture, show } from './screens.ts'

test('finds a sentence by keyboard, opens the editor at its word, and duplicates the video', async ({
  page,
  sample,
}, testInfo) => {
  const spoken = scriptOf('sentence-small').split(/\s+/u)
  const wanted = (spoken.at(-2) ?? '').replaceAll(/[^\p{L}]/gu, '')
  await sample.copyFor(await signUpByApi(page))
  await page.goto('/upload')
  await expect(page.getByRole('link', { name: 'sentence-small' })).toBeVisible()

  await test.step('searches in what is said', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type(wanted)
    const sentence = page.getByRole('link', { name: /^At 0:0\d/ }).first()
    await expect(sentence.locator('mark')).toHaveText(new RegExp(wanted, 'i'))
    await picture(page, testInfo, 'search')
    await show(page, SCREENS[2])
    await expect(sentence).toBeVisible()
    await show(page, SCREENS[0])
    await expectAccessible(page, 'search results')
  })

  await test.step('opens the editor at the word, and comes back to the results', async () => {
    await page
      .getByRole('link', { name: /^At 0:0\d/ })
      .first()
      .press('Enter')
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+\?t=\d+$/u)
    const transcript = await openTranscript(page)
    await expect(transcript.getByRole('button', { pressed: true })).toHaveText(new RegExp(wanted, 'i'))
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Search titles and what is said' })).toHaveValue(wanted)
    await expect(page.getByRole('link', { name: /^At 0:0\d/ }).first()).toBeVisible()
  })

  await test.step('says that nothing is found, and Escape shows the videos again', async () => {
    const field = page.getByRole('textbox', { name: 'Search titles and what is said' })
    await field.fill('xylophone')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await field.press('Escape')
    await expect(page.getByText('Nothing found')).toBeHidden()
    await expect(page.getByRole('link', { name: 'sentence-small' })).toBeVisible()
  })

  await test.step('duplicates the video from its menu, with its captions', async () => {
    await page.getByRole('button', { name: 'Actions for sentence-small' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    const transcript = await openTranscript(page)
    await expect(page.getByRole('heading', { name: 'Copy of sentence-small' })).toBeVisible()
    await expect(transcript.locator('[data-word]')).toHaveCount(spoken.length)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByText('“Copy of Copy of sentence-small”')).toBeVisible()
  })
})
