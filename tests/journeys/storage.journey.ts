import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { chooseClip } from './clip.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'

test.setTimeout(180_000)

test('a video is kept, found, renamed, downloaded whole, deleted and brought back', async ({ page }) => {
  const clip = await fixture('talk-small')
  await signUp(page)
  await chooseClip(page, clip)
  await expect(page.getByRole('heading', { name: 'Make captions' })).toBeVisible({ timeout: 60_000 })

  await page.goto('/storage')
  const size = (await readFile(clip)).byteLength
  await expect(page.getByText(/ of 2 GB/)).toBeVisible()
  await expect(page.getByText(/^Kept until/)).toBeVisible()

  await rename(page, 'Keynote')
  const file = page.getByRole('listitem').filter({ hasText: 'Keynote' })
  await expect(file).toBeVisible()
  await page.getByLabel('Search your files').fill('nothing like it')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()

  const saved = await downloadOf(page, () => page.getByRole('button', { name: 'Download Keynote' }).click())
  expect(saved.suggestedFilename()).toBe('Keynote.mp4')
  expect(await readFile(await saved.path())).toEqual(await readFile(clip))
  expect(size).toBeGreaterThan(0)

  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByText('Nothing kept yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Everything is back.')).toBeVisible()
  await expect(file).toBeVisible()
})

test('what is deleted is nowhere: not in the list of videos, not under its own address', async ({
  page,
  complaints,
}) => {
  await signUp(page)
  await chooseClip(page, await fixture('talk-small'))
  await expect(page.getByRole('heading', { name: 'Make captions' })).toBeVisible({ timeout: 60_000 })
  const project = new URL(page.url()).pathname
  await page.goto('/storage')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing kept yet')).toBeVisible()

  // The browser itself notes a refusal's status.
  complaints.allow(/404/)
  await page.goto(project)
  await expect(page.getByText('Project not found')).toBeVisible()
  await page.goto('/upload')
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeEnabled()
  await expect(page.getByRole('link', { name: /talk/i })).toHaveCount(0)
})

test('a file that does not fit is refused before it is sent, with the way out', async ({
  page,
  complaints,
}, testInfo) => {
  complaints.allow(/413/)
  await signUp(page)
  await page.route('**/api/rpc/media/limits', (route) => route.fulfill({ json: { json: ENDLESS } }))
  await page.goto('/upload')
  const large = testInfo.outputPath('large.mp4')
  await writeFile(large, randomBytes(1_000))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  // As if the file were larger than the whole plan: only its announced length reaches the server.
  await page.route('**/api/uploads', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'upload-length': '400000000' } }),
  )
  for (let time = 0; time < 6; time += 1) {
    await page.goto('/upload')
    await chooseClip(page, large)
    if (await page.getByText('There is not enough storage').isVisible()) break
    await page.waitForResponse(
      (answer) => answer.url().endsWith('/api/uploads') && answer.request().method() === 'POST',
    )
  }
  await expect(page.getByText(/There is not enough storage: .* of 2 GB are used/)).toBeVisible()
  expect(sent.length).toBeLessThan(6)
})

const ENDLESS = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }

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
