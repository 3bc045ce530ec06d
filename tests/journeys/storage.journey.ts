import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { expect, test } from './journey.ts'
import { signUp, signUpByApi } from './person.ts'
import { openPrepared } from './sample.ts'

test('stores, finds, renames, downloads, deletes and restores a video', async ({ page, complaints }) => {
  // Browsers request it before the page declares its icon.
  complaints.allow(/favicon\.ico/)
  const clip = await fixture('sentence-small')
  await signUp(page)
  await chooseClip(page, clip)
  await expectPrepared(page, 10)

  await page.goto('/storage')
  await expect(page.getByText(/ of 2 GB/)).toBeVisible()
  await expect(page.getByText(/^Stored until/)).toBeVisible()

  await rename(page, 'Keynote')
  const file = page.getByRole('listitem').filter({ hasText: 'Keynote' })
  await expect(file).toBeVisible()
  await page.getByLabel('Search your files').fill('nothing like it')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()

  const saved = await downloadOf(page, () => page.getByRole('button', { name: 'Download Keynote' }).click())
  expect(saved.suggestedFilename()).toBe('Keynote.mp4')
  expect(await readFile(await saved.path())).toEqual(await readFile(clip))

  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Your files are restored.')).toBeVisible()
  await expect(file).toBeVisible()
})

test('offers to undo for ten seconds after deleting a video from the list or its page', async ({ page, sample }) => {
  await openPrepared(page, sample, await signUpByApi(page))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByText('No videos yet')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  const video = page.getByRole('link', { name: /sentence/i })
  await expect(video).toBeVisible()
  // The next offer to undo is another one.
  await expect(undo).toHaveCount(0)

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('No videos yet')).toBeVisible()
  await undo.click()
  await video.click()
  await expect(page.getByRole('heading', { name: 'Make captions' })).toBeVisible()
})

test('a deleted video is gone from the list and its own address', async ({ page, sample, complaints }) => {
  const project = await sample.copyFor(await signUpByApi(page))
  await page.goto('/storage')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()

  // The browser logs a refusal's status.
  complaints.allow(/404/)
  await page.goto(project)
  await expect(page.getByText('This video is not here')).toBeVisible()
  await page.goto('/upload')
  // Shown once the list has loaded.
  await expect(page.getByText('No videos yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /sentence/i })).toHaveCount(0)
})

async function rename(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Rename' }).click()
}

async function downloadOf(page: Page, act: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download')
  await act()
  return download
}
