import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

const run = promisify(execFile)
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
/** Frame rate of the clips that are cut here. */
const FPS = 30

/**
 * Copies the first seconds of a clip without encoding. Counts frames: cut by time, a copy would end with missing
 * frames.
 * @param o.seconds the end of a group of pictures
 * @returns its path
 */
export async function beginningOf(clip: string, o: { seconds: number; saveAs: string }): Promise<string> {
  const durationArgs = ['-frames:v', String(o.seconds * FPS), '-t', String(o.seconds)]
  await run(FFMPEG, ['-nostdin', '-v', 'error', '-i', clip, ...durationArgs, '-c', 'copy', o.saveAs])
  return o.saveAs
}

/** Drops a file onto the page, as from the desktop. */
export async function dropClip(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeEnabled()
  // A detached input makes the browser read the file from the disk; the drop then carries that file.
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }))
  await input.setInputFiles(path)
  const dropped = await input.evaluateHandle(({ files }) => {
    const transfer = new DataTransfer()
    for (const file of files ?? []) transfer.items.add(file)
    return transfer
  })
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.getByRole('region', { name: 'Upload' }).dispatchEvent(event, { dataTransfer: dropped })
  }
}

/** Picks a file in the system's dialog. @param button the button that opens it */
export async function chooseClip(page: Page, path: string, button = 'Choose a video'): Promise<void> {
  const opener = page.getByRole('button', { name: button })
  await expect(opener).toBeEnabled()
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(path)
}

/** Holds back the bytes of videos, not of their sound, like a slow connection. @returns lets them through */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  return release
}

/** Waits until the clip is uploaded, checked and prepared, and the button shows the price. */
export async function expectPrepared(page: Page, price: number): Promise<void> {
  // An upload that lost its connection retries after eight seconds at most.
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  // Captions may be made before that; a journey goes on once the page no longer changes.
  const press = page.getByRole('button', { name: `Make captions · ${price} credits`, exact: true })
  await expect(press).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('list', { name: 'Progress of this video' })).toContainText('Prepare, done', {
    timeout: 60_000,
  })
}

/** Expects this balance beside the account, on any page. */
export async function expectCredits(page: Page, credits: number): Promise<void> {
  await expect(
    page
      .getByRole('banner')
      .getByText(new RegExp(`^${credits}( credits)?$`))
      .first(),
  ).toBeVisible()
}
