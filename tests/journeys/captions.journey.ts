import { fixture, scriptOf, wordsOf } from '../fixtures/fixture.ts'
import { chooseClip, dropClip, expectCredits, expectPrepared } from './clip.ts'
import { noteWordsFound, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi, signUp } from './person.ts'
import { openPrepared } from './sample.ts'

test('shows words during transcription, then opens the editor and charges 10 credits', async ({ page }) => {
  await signUp(page)
  await dropClip(page, await fixture('talk-small'))
  await expectPrepared(page, 10)
  const found = await noteWordsFound(page)
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()

  const transcript = await openTranscript(page)
  expect(await found()).toMatch(/video|clear|idea/i)
  const heard = (await transcript.getByRole('button').allInnerTexts()).map((word) =>
    word.toLowerCase().replaceAll(/[^a-z']/g, ''),
  )
  const said = wordsOf('talk-small')
  expect(said.filter((word) => heard.includes(word)).length / said.length, heard.join(' ')).toBeGreaterThan(0.8)
  await expectCredits(page, 20)
})

test('times every word of a pasted script', async ({ page, sample }) => {
  await openPrepared(page, sample, await signUpByApi(page))
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf('sentence-small'))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()

  const transcript = page.getByRole('list', { name: 'Transcript' })
  for (const word of ['Every', 'video', 'idea.']) {
    await expect(transcript.getByRole('button', { name: word, exact: true })).toBeVisible({ timeout: 60_000 })
  }
})

test('refunds a clip without speech, and says so', async ({ page }) => {
  await signUp(page)
  await chooseClip(page, await fixture('nobody-speaks'))
  await expectPrepared(page, 10)
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()

  await expect(page.getByText('No speech found', { exact: false })).toBeVisible({ timeout: 60_000 })
  await expectCredits(page, 30)
})

test('captions three clips with thirty credits; the fourth shows its price and the balance', async ({
  page,
  sample,
}) => {
  const person = await signUpByApi(page)
  for (const left of [20, 10, 0]) {
    await openPrepared(page, sample, person)
    await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
    await expect(page.getByRole('list', { name: 'Transcript' })).toBeVisible({ timeout: 60_000 })
    await expectCredits(page, left)
  }

  await page.goto('/upload')
  await chooseClip(page, await fixture('sentence-small'))
  const refusal = page.getByRole('alert').filter({ hasText: 'Insufficient credits' })
  await expect(refusal).toContainText('costs 10 credits and you have 0', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeDisabled()

  await test.step('buys credits in place, with the action ready afterwards', async () => {
    const project = page.url()
    await page.getByRole('link', { name: 'Buy 100 credits' }).click()
    await page.getByRole('button', { name: 'Pay $8.00 of test money' }).click()
    await expect(page).toHaveURL(project)
    await expect(page.getByText('Your credits are ready')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
    await expectCredits(page, 100)
  })
})
