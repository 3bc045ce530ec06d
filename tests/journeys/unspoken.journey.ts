import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'

test('a sentence of the script that nobody says is set aside, and put back and undone', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/upload')
  await chooseClip(page, await fixture('talk-small'))
  await expectPrepared(page, 10)
  const said = scriptOf('talk-small').split(/(?<=[.?!]) /u)
  const unsaid = 'This sentence was cut from the video.'
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(said.toSpliced(1, 0, unsaid).join(' '))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const words = (await openTranscript(page)).locator('[data-word]')
  const count = scriptOf('talk-small').split(' ').length
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

  await test.step('undo sets it aside again', async () => {
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(aside.getByText('1 passage is set aside')).toBeVisible()
    await expect(words).toHaveCount(count)
  })
})
