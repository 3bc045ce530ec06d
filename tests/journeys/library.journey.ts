import type { Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'

test('lists a video from its upload to its export, tags, narrows, deletes and restores it', async ({ page }) => {
  await signUp(page)
  await page.goto('/upload')
  await expect(page.getByText('Clips that caption well')).toBeVisible()
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)

  await page.goto('/upload')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'sentence-small' }) })
  await expect(row.getByText('Ready to caption')).toBeVisible()
  await expect(row.getByText(/^Stored until /)).toBeVisible()
  await row.getByRole('link').click()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect(page.getByText(/^Listening|^Waiting for a free listener/).first()).toBeVisible()

  // The list follows the work without a reload.
  await page.goBack()
  await expect(row.getByText('Captioned', { exact: true })).toBeVisible({ timeout: 60_000 })
  await row.getByRole('link').click()
  await exportVideo(page)
  await page.goto('/upload')
  await expect(row.getByText('Exported', { exact: true })).toBeVisible({ timeout: 60_000 })

  await tag(page, 'Keynote')
  await page.getByLabel('Show', { exact: true }).selectOption('Ready to caption')
  await expect(page.getByText('No video matches')).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Exported')
  await page.reload()
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('exported')
  await page.getByRole('button', { name: 'Show videos with the tag Keynote' }).click()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('Keynote')
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('No videos yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('Exported', { exact: true })).toBeVisible()
  await expect(row.getByText('Keynote')).toBeVisible()
})

async function exportVideo(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Export video' }).click()
  await expect(page.getByRole('link', { name: 'Download video' })).toBeVisible({ timeout: 120_000 })
}

async function tag(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  await page.getByLabel('New tag').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}
