import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { captionPrepared } from './captioned.ts'
import { expectSaved, savedDocument } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'
import { openCopy, openPrepared } from './sample.ts'
import { picture } from './screens.ts'

test('one change of the brand kit restyles the videos that follow it', async ({ page, sample }, testInfo) => {
  test.slow()
  const ada = await signUpByApi(page)
  await openCopy(page, sample, ada)
  const kit = page.getByRole('region', { name: 'Brand kit' })
  const follows = kit.getByRole('switch', { name: 'Follow the brand kit' })

  await test.step('saves the look of a video to the kit, which it then follows', async () => {
    await setTextColour(page, '#00aaff')
    await kit.getByRole('button', { name: 'Save this look to the brand kit' }).click()
    await expect(follows).toBeChecked()
    await expect(kit).toContainText('This video looks like its brand kit.')
    expect((await savedDocument(page)).brandKit?.style?.patch?.fill?.upcoming).toBe('#00aaff')
  })
  const first = page.url()

  await test.step('a new video follows the kit, and has a colour of its own', async () => {
    await openPrepared(page, sample, ada)
    await captionPrepared(page)
    await setTextColour(page, '#ff0000', '#00aaff')
    await expect(follows).toBeChecked()
    await expect(kit).toContainText('Changed here: text colour.')
    await expectSaved(page)
    await picture(page, testInfo, 'changed here', { part: kit })
  })
  const second = page.url()

  await test.step('a new template of the kit reaches both, once the owner says so', async () => {
    await page.goto('/brand')
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Bounce')
    await page.getByRole('switch', { name: 'Titles follow the kit' }).click()
    await page.getByRole('switch', { name: 'Closing card in every video' }).click()
    await page.getByRole('region', { name: 'Closing card' }).getByRole('textbox', { name: 'Text' }).fill('Follow @acme')
    const pictures = page.getByRole('img', { name: /^Picture of the/ })
    await expect(pictures.locator('canvas[data-captions="drawn"]')).toHaveCount(2)
    await expect(page.getByText('2 videos follow the kit. All have an earlier look.')).toBeVisible()
    await picture(page, testInfo, 'kit', { fullPage: true })
    await expectAccessible(page, 'the brand kit')
    await page.getByRole('button', { name: 'Restyle 2 videos' }).click()
    await expect(page.getByText('2 videos restyled, 1 with changes of its own. 2 videos follow the kit.')).toBeVisible({
      timeout: 30_000,
    })
  })

  await test.step('the second keeps its colour', async () => {
    await page.goto(second)
    await openStyle(page)
    const { template, styles, overlays } = await savedDocument(page)
    expect([template.id, styles['main']?.fill?.upcoming]).toEqual(['bounce', '#ff0000'])
    expect(overlays).toMatchObject({ closing: { text: 'Follow @acme' } })
    await expect(kit).toContainText('Changed here: text colour.')
    await kit.getByRole('button', { name: 'Use the kit’s look' }).click()
    await expect(kit).toContainText('This video looks like its brand kit.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(kit).toContainText('Changed here: text colour.')
    await expectSaved(page)
  })

  await test.step('the history of the first names the change, and can undo it', async () => {
    await page.goto(first)
    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Show the single edits' }).click()
    await expect(history.getByRole('button', { name: /Apply the changed brand kit/ })).toBeVisible()
    await history.getByRole('button', { name: /Follow the brand kit/ }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await openStyle(page)
    await expect(kit).toContainText('The brand kit has changed')
    expect((await savedDocument(page)).template.id).toBe('karaoke')
    await picture(page, testInfo, 'earlier kit', { part: kit })
    await kit.getByRole('button', { name: 'Update this video' }).click()
    await expect(kit).not.toContainText('The brand kit has changed')
    expect((await savedDocument(page)).template.id).toBe('bounce')
  })
})

async function openStyle(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Style' }).click()
}

/** @param before the colour that the field has first; default any */
async function setTextColour(page: Page, color: string, before?: string): Promise<void> {
  await openStyle(page)
  const field = page
    .getByRole('region', { name: 'Style', exact: true })
    .getByRole('textbox', { name: 'Text', exact: true })
  if (before !== undefined) await expect(field).toHaveValue(before)
  await field.fill(color)
}
