import type { Page } from '@playwright/test'
import { correctWord, expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { type Person, signUpByApi } from './person.ts'
import { openCopy, openPrepared, type Sample } from './sample.ts'

test('a name corrected twice is offered, and the next clip has it right', async ({ page, sample }) => {
  const person = await signUpByApi(page)
  const transcript = await captionSpeech(page, sample, person)
  const words = transcript.locator('[data-word]')
  const heard = await words.nth(1).innerText()
  await correctWord(page, words.nth(1), 'Wordpop')
  await expectSaved(page)
  const offer = page.getByRole('region', { name: 'Offer for the glossary' })
  await expect(offer).toBeHidden()

  await test.step('the second correction is offered, and accepted in one press', async () => {
    await captionSpeech(page, sample, person)
    await correctWord(page, words.nth(1), 'Wordpop')
    await expect(offer).toContainText(`You wrote Wordpop for “${heard}” twice.`)
    await offer.getByRole('button', { name: 'Always write it so' }).click()
    await expect(page.getByText(`New captions write “Wordpop” for “${heard}”.`)).toBeVisible()
    await expect(offer).toBeHidden()
  })

  await test.step('the start form shows it, and new captions are written so', async () => {
    await openPrepared(page, sample, person)
    await expect(page.getByText('1 entry in your glossary.')).toBeVisible()
    await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
    const third = await openTranscript(page)
    await expect(third.getByRole('button', { name: 'Wordpop', exact: true })).toBeVisible()
  })
})

test('the glossary is kept by keyboard on the profile, and a word of the editor opens it', async ({ page, sample }) => {
  const person = await signUpByApi(page)
  await page.goto('/profile')
  const glossary = page.getByRole('region', { name: 'Glossary' })
  await expect(glossary.getByText('No words yet')).toBeVisible()
  await glossary.getByRole('textbox', { name: 'Heard as' }).fill('word pop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Wordpop')
  await page.keyboard.press('Enter')
  const list = glossary.getByRole('list')
  await expect(list).toContainText('Wordpop')
  await glossary.getByRole('button', { name: 'Remove “Wordpop”' }).click()
  await expect(glossary.getByText('No words yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText('Wordpop')

  await page.goto('/brand')
  await expect(page.getByRole('region', { name: 'Glossary' }).getByRole('list')).toContainText('Wordpop')

  const transcript = await openCopy(page, sample, person)
  await transcript.locator('[data-word]').nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Always write it so' }).click()
  const dialog = page.getByRole('dialog', { name: 'Words to know' })
  await expect(dialog.getByRole('textbox', { name: 'Write' })).toBeFocused()
  await page.keyboard.type('Siobhan')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list')).toContainText('Siobhan')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

/** Captions a clip by listening to it. @returns the words in the editor */
async function captionSpeech(page: Page, sample: Sample, owner: Person) {
  await openPrepared(page, sample, owner)
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  return openTranscript(page)
}
