import { expectAccessible } from './accessibility.ts'
import { correctWord, expectSaved } from './editor.ts'
import { expect, test } from './journey.ts'
import { openCaptioned } from './sample.ts'
import { SCREENS, picture, show } from './screens.ts'

test('names a version, edits, previews it, compares, restores it and undoes that', async ({
  page,
  sample,
}, testInfo) => {
  const transcript = await openCaptioned(page, sample)
  const history = page.getByRole('region', { name: 'History' })
  const word = (place: number) => transcript.locator('[data-word]').nth(place)
  const first = await word(0).innerText()
  await page.getByRole('tab', { name: 'History' }).click()

  await test.step('names the current version', async () => {
    await expect(history.getByRole('button', { name: /First version/ })).toBeVisible()
    await history.getByRole('button', { name: 'Name the current version' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('As transcribed')
    await page.keyboard.press('Enter')
    await expect(history.getByRole('button', { name: /As transcribed/ })).toBeVisible()
  })

  await test.step('lists an edit as it is saved', async () => {
    await correctWord(page, word(0), 'Anyway')
    await correctWord(page, word(2), 'later')
    await expectSaved(page)
    await expect(history.getByRole('button', { name: /Change .*You.*2 edits.*Now/ })).toBeVisible()
  })

  await test.step('shows the named version, read-only, and what has changed since', async () => {
    await history.getByRole('button', { name: /As transcribed/ }).click()
    await expect(page.getByText('You are viewing the version of “As transcribed”')).toBeVisible()
    await expect(word(0)).toHaveText(first)
    await word(0).click()
    await page.keyboard.press('Delete')
    await expect(word(0)).toHaveText(first)
    await expect(page.getByText('2 words changed')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Changed words' }).locator('ins')).toHaveText(['Anyway', 'later'])
  })

  await test.step('also on a phone', async () => {
    await picture(page, testInfo, 'version')
    await show(page, SCREENS[2])
    await expect(page.getByRole('heading', { name: 'As transcribed' })).toBeVisible()
    await show(page, SCREENS[0])
    await expectAccessible(page, 'a past version')
  })

  await test.step('restores it as a new edit, and undoes that', async () => {
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(word(0)).toHaveText(first)
    await expectSaved(page)
    await history.getByRole('button', { name: 'Show the single edits' }).click()
    await expect(history.getByRole('button', { name: /Restore the version “As transcribed”/ })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(word(0)).toHaveText('Anyway')
    await expectSaved(page)
    await picture(page, testInfo, 'history')
    await show(page, SCREENS[2])
    await expect(history).toBeVisible()
    await expectAccessible(page, 'the history')
  })
})
