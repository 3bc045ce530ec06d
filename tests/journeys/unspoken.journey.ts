import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'

test('a sentence that is said differently is accepted as recognised, and kept, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpByApi(page)
  await page.goto('/upload')
  await chooseClip(page, await fixture('talk-small'))
  await expectPrepared(page, 10)
  const said = scriptOf('talk-small').split(/(?<=[.?!]) /u)
  const changed = 'Nobody expected a breakfast like this.'
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(said.with(1, changed).join(' '))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const words = (await openTranscript(page)).locator('[data-word]')
  const otherwise = page.getByRole('region', { name: 'Said differently' })
  await expect(otherwise.getByText('1 passage differs from your script')).toBeVisible()
  await otherwise.getByRole('button', { name: 'Show' }).click()
  await expect(otherwise.getByText(changed)).toBeVisible()

  await test.step('accepting replaces the words of the script, and undo brings them back', async () => {
    await otherwise.getByRole('button', { name: /^Accept what was heard/ }).click()
    await expect(otherwise).toBeHidden()
    await expect(words.filter({ hasText: 'breakfast' })).toHaveCount(0)
    await expectSaved(page)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(otherwise.getByText('1 passage differs from your script')).toBeVisible()
    await expect(words.filter({ hasText: 'breakfast' })).toHaveCount(1)
  })

  await test.step('keeping leaves them', async () => {
    await otherwise.getByRole('button', { name: `Keep your script: “${changed}”` }).press('Enter')
    await expect(otherwise).toBeHidden()
    await expect(words.filter({ hasText: 'breakfast' })).toHaveCount(1)
    await expectSaved(page)
  })
})

test('differences between script and sound are listed, accepted and undone', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/upload')
  await chooseClip(page, await fixture('talk-small'))
  await expectPrepared(page, 10)
  const said = scriptOf('talk-small').split(/(?<=[.?!]) /u)
  const unsaid = 'This sentence was cut from the video.'
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(said.slice(0, -1).toSpliced(1, 0, unsaid).join(' '))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const words = (await openTranscript(page)).locator('[data-word]')
  const count = said.slice(0, -1).join(' ').split(' ').length
  await expect(words).toHaveCount(count)

  const aside = page.getByRole('region', { name: 'Set aside' })
  await expect(aside.getByText('1 passage is set aside')).toBeVisible()
  await aside.getByRole('button', { name: 'Show' }).click()
  await expect(aside.getByText('Not spoken')).toBeVisible()

  await test.step('it is put back where it stood in the script', async () => {
    await aside.getByRole('button', { name: `Put back here: “${unsaid}”` }).click()
    await expect(aside).toBeHidden()
    await expect(words).toHaveCount(count + unsaid.split(' ').length)
    await expectSaved(page)
    const first = (said[0] ?? '').split(' ').length
    await expect(words.nth(first)).toHaveText('This')
  })

  await test.step('what is said at the end but not in the script is listed, and added', async () => {
    const more = page.getByRole('region', { name: 'Not in your script' })
    await expect(more.getByText('1 passage is said but not in your script')).toBeVisible()
    await more.getByRole('button', { name: 'Show' }).click()
    await more.getByRole('button', { name: /^Add here/ }).click()
    await expect(more).toBeHidden()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(more).toBeVisible()
  })

  await test.step('undo sets it aside again', async () => {
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(aside.getByText('1 passage is set aside')).toBeVisible()
    await expect(words).toHaveCount(count)
  })
})
