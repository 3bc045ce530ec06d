import { fixture } from '../fixtures/fixture.ts'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'
import { openPrepared } from './sample.ts'

test('a new cut keeps a corrected word, and the earlier cut stays', async ({ page, sample }) => {
  await openPrepared(page, sample, await signUpByApi(page))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const words = (await openTranscript(page)).locator('[data-word]')
  const count = await words.count()
  await correctWord(page, words.nth(1), 'Wordpop')
  await expectSaved(page)

  await test.step('the new cut is uploaded from the editor, and names its price', async () => {
    await page.getByRole('button', { name: 'Upload a new cut' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload a new cut' })
    await expect(dialog.getByText('Words that are still said keep their corrections')).toBeVisible()
    await dialog.getByLabel('Choose the video').setInputFiles(await fixture('sentence-small'))
    await expect(page).toHaveURL(/\/projects\/.+\?cutOf=/)
    await expect(page.getByText(/New cut of “/)).toBeVisible()
    await page.getByRole('button', { name: /^Make captions · 10 credits/ }).click()
  })

  await test.step('the corrected word is there, and nothing is set aside', async () => {
    const transcript = await openTranscript(page)
    await expect(transcript.getByRole('button', { name: 'Wordpop', exact: true })).toBeVisible()
    await expect(transcript.locator('[data-word]')).toHaveCount(count)
    await expect(page.getByRole('region', { name: 'Set aside' })).toBeHidden()
  })

  await test.step('both cuts are in the library', async () => {
    await page.goto('/upload')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(2)
  })
})
