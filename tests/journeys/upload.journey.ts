import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { chooseClip, dropClip, expectCredits, expectPrepared, holdUploads } from './clip.ts'
import { correctWord, downloadCaptions, expectSaved, exportVideo, openTranscript } from './editor.ts'
import { factsOf } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'

test('uploads, checks and prepares a dropped clip, and shows its price on the button', async ({ page }) => {
  await signUp(page)
  await dropClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  await expectCredits(page, 30)
})

test('captions start with an upload, once that is chosen', async ({ page }) => {
  await signUp(page)
  const automatic = page.getByRole('switch', { name: /^Make captions of every upload/ })
  await automatic.click()
  await expect(automatic).toBeChecked()
  await chooseClip(page, await fixture('sentence-small'))
  await openTranscript(page)
  await expectCredits(page, 20)
})

test('an upload survives a killed server: it resumes where it was and arrives whole', async ({
  page,
  product,
  complaints,
}) => {
  complaints.allow(/net::ERR_|Failed to load resource|Failed to fetch/)
  const clip = await fixture('talk-small')
  await signUp(page)
  const restoreSpeed = await slowUploads(page, 40_000)

  await chooseClip(page, clip)
  await expect.poll(() => percentDone(page)).toBeGreaterThan(20)
  await product.kill()
  await product.restart()
  await restoreSpeed()

  await expectPrepared(page, 10)
  expect(await hashFilesOfSize(clip, product.dataDir)).toContain(await sha256(clip))
})

test('an abandoned upload resumes when the same file is chosen again', async ({ page, complaints }) => {
  complaints.allow(/net::ERR_/)
  const clip = await fixture('talk-small')
  await signUp(page)
  const restoreSpeed = await slowUploads(page, 40_000)
  await chooseClip(page, clip)
  await expect.poll(() => percentDone(page)).toBeGreaterThan(20)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await restoreSpeed()
  await expect(page.getByRole('progressbar', { name: 'Upload paused' })).toBeVisible()
  await chooseClip(page, clip, 'Choose the file again')

  await expectPrepared(page, 10)
})

test('on a phone the page of a video stays in place while its picture appears', async ({ page }) => {
  await signUp(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdUploads(page)
  const tops = await page.evaluateHandle(() => {
    const seen = new Set<number>()
    const note = () => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Make captions')
      if (heading !== undefined) seen.add(Math.round(heading.getBoundingClientRect().top + scrollY))
      requestAnimationFrame(note)
    }
    note()
    return seen
  })
  await chooseClip(page, await fixture('talk-small'))
  await expect(page.getByRole('heading', { name: 'Make captions' })).toBeVisible()
  await expect(page.locator('video[src^="blob:"]')).toHaveJSProperty('readyState', 4)
  expect(await tops.evaluate((seen) => seen.size)).toBe(1)
  release()
})

test('a sound that its video overtakes is not sent', async ({ page }) => {
  await signUp(page)
  const overtaken = Promise.withResolvers<void>()
  const sounds: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/early-sounds/')) sounds.push(request.method())
  })
  await page.route(/sound-worker/, async (route) => {
    await overtaken.promise
    await route.continue()
  })
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  const reading = page.waitForEvent('worker')
  overtaken.resolve()
  await (await reading).waitForEvent('close')
  expect(sounds).toEqual([])
})

test('a sound that the server does not want is not sent', async ({ page }) => {
  await signUp(page)
  const sounds: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/early-sounds/')) sounds.push(request.method())
  })
  await page.route('**/api/uploads', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'early-sound-limit': '0' } })
  })
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  expect(sounds).toEqual([])
})

test('an upload whose server is away resumes its own video', async ({ page, complaints }) => {
  complaints.allow(/net::ERR_|status of (?:423|503)/)
  const clip = await fixture('sentence-small')
  await signUp(page)
  await page.route('**/api/uploads', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'early-sound-limit': '0' } })
  })
  const refusals = [503, 423]
  let isContinued = false
  await page.route('**/api/uploads/*', async (route) => {
    const status = route.request().method() === 'HEAD' ? refusals.shift() : undefined
    if (status !== undefined) await route.fulfill({ status })
    else if (isContinued) await route.continue()
  })
  await chooseClip(page, clip)
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  isContinued = true
  const sound = page.waitForRequest('**/api/early-sounds/*')
  await chooseClip(page, clip, 'Choose the file again')
  await sound
  await expectPrepared(page, 10)
  expect(refusals).toEqual([])
})

test('words are edited while their video uploads, and its preview and export follow', async ({ page }, testInfo) => {
  await signUp(page)
  const release = await holdUploads(page)
  await chooseClip(page, await fixture('talk-small'))
  await page.getByRole('button', { name: 'Make captions · 10 credits per 3 min' }).click()
  const transcript = await openTranscript(page)
  await expectCredits(page, 20)

  const video = page.locator('video:not(.invisible)')
  await expect(video).toHaveAttribute('src', /^blob:/)
  await correctWord(page, transcript.locator('[data-word]').first(), 'Wonderful')
  await expectSaved(page)
  await page.getByRole('tab', { name: 'Export' }).click()
  await expect(page.getByRole('button', { name: 'Export video' })).toBeDisabled()
  await expect(page.getByText('The export waits for the whole video, which is still being uploaded.')).toBeVisible()
  await page.getByRole('button', { name: /^Uploading/ }).click()
  await expect(page.getByRole('progressbar', { name: 'Starting the upload' })).toBeVisible()
  await page.keyboard.press('Escape')

  release()
  await expect(video).toHaveAttribute('src', /^\/api\/media\//, { timeout: 60_000 })
  await expect(transcript.getByRole('button', { name: 'Wonderful', exact: true })).toBeVisible()
  const exported = await exportVideo(page, testInfo.outputPath('exported.mp4'))
  expect((await factsOf(exported)).frames).toBeGreaterThan(0)
  expect((await downloadCaptions(page)).words[0]?.text).toBe('Wonderful')
  await expectCredits(page, 20)
})

test('a browser without workers uploads the video alone, and nothing is lost', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }))
  await signUp(page)
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
})

test('captions asked for during an upload survive a reload, and start automatically', async ({ page, complaints }) => {
  complaints.allow(/net::ERR_/)
  const clip = await fixture('talk-small')
  await signUp(page)
  const restoreSpeed = await slowUploads(page, 40_000)
  await chooseClip(page, clip)
  await page.getByRole('button', { name: 'Make captions · 10 credits per 3 min' }).click()
  await expect(page.getByRole('heading', { name: 'Captions come next' })).toBeVisible()
  await expectCredits(page, 30)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await restoreSpeed()
  await expect(page.getByRole('heading', { name: 'Captions come next' })).toBeVisible()
  await chooseClip(page, clip, 'Choose the file again')
  await expect(page.getByText(/10 credits, charged only when the captions are ready/)).toBeVisible({ timeout: 30_000 })
  await openTranscript(page)
  await expectCredits(page, 20)
})

test('refuses a text file named like a video in one sentence, and charges nothing', async ({ page }, testInfo) => {
  const renamed = testInfo.outputPath('holiday.mp4')
  await writeFile(renamed, 'Dear diary, this is not a video.\n'.repeat(2_000))
  await signUp(page)
  await chooseClip(page, renamed)

  const refusal = page.getByRole('alert').filter({ hasText: 'We can’t caption this video' })
  await expect(refusal).toContainText('No credits were used.')
  await expect(page.getByRole('link', { name: 'Upload another video' })).toBeVisible()
  await expectCredits(page, 30)
})

test('refuses a clip over the plan’s limit before its first byte, and says what to do', async ({ page }) => {
  await signUp(page)
  await chooseClip(page, await fixture('four-minutes'))

  const refusal = page.getByRole('alert').filter({ hasText: 'This file was not uploaded' })
  await expect(refusal).toContainText('3')
  await expect(page).toHaveURL('/upload')
})

/** Limits this page's upload speed, like a phone on a train. @returns a function that lifts the limit */
async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput: bytesPerSecond })
  return async () => {
    await network.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput: -1 })
  }
}

async function percentDone(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuenow'))
}

async function sha256(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** The hashes of all stored files as large as the clip; the uploaded clip is among them. */
async function hashFilesOfSize(clip: string, folder: string): Promise<string[]> {
  const { size } = await stat(clip)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = names
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('postgres'))
    .map((entry) => join(entry.parentPath, entry.name))
  const large = await Promise.all(paths.map(async (path) => ((await stat(path)).size === size ? [path] : [])))
  return Promise.all(large.flat().map(sha256))
}
