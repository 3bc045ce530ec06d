import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { MAIN_STYLE } from '#features/captions/model/index.ts'
import { isSameLook, type SavedLook } from '#features/templates/model/index.ts'
import { fixture } from '../fixtures/fixture.ts'
import { captionPrepared } from './captioned.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { expectSaved, exportVideo, previewAt, savedDocument } from './editor.ts'
import { boxOfColour, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { fillLogIn, fillSignUp, signUpByApi, somebody } from './person.ts'
import { openCaptioned, openCopy } from './sample.ts'
import { openSecondBrowser } from './second-browser.ts'

const CYAN = [0, 229, 255] as const
/** Moment at which a word in the colour of the text is on screen, ms. */
const SHOWN_MS = 1_000

test('a saved look is used in another video, and the file has it as the preview', async ({
  page,
  sample,
}, testInfo) => {
  const ada = await signUpByApi(page)
  await openCopy(page, sample, ada)
  await saveLook(page, 'Friday cyan')
  const look = await lookOfCaptions(page)

  await openCopy(page, sample, ada)
  await page.getByRole('tab', { name: 'Style' }).click()
  const use = page.getByRole('button', { name: 'Use Friday cyan', exact: true })
  await expect(use).toHaveAttribute('aria-pressed', 'false')
  await use.click()
  await expect(use).toHaveAttribute('aria-pressed', 'true')
  expect(isSameLook(await lookOfCaptions(page), look)).toBe(true)

  const preview = boxOfColour(await previewAt(page, SHOWN_MS), CYAN, 60)
  expect(preview.pixels).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'Export' }).click()
  const file = await exportVideo(page, testInfo.outputPath('own-look.mp4'))
  const exported = boxOfColour(await frameAt(file, SHOWN_MS, { width: 270, height: 480 }), CYAN, 60)
  for (const edge of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(exported[edge] - preview[edge]), edge).toBeLessThan(0.02)
})

test('a shared look goes through sign-up and log-in to others, whose captions start in it', async ({
  page,
  sample,
  browser,
  baseURL,
  complaints,
}, testInfo) => {
  complaints.allow(/status of 404 .*linkedLook/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCaptioned(page, sample)
  await saveLook(page, 'Friday cyan')
  const look = await lookOfCaptions(page)
  const link = await sharedLink(page)
  const path = testInfo.outputPath('look.json')
  await test.step('the look is downloaded as a template file', async () => {
    const download = page.waitForEvent('download')
    await act(page, 'Download')
    await (await download).saveAs(path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      format: 'wordpop-template/2',
      name: 'Friday cyan',
    })
  })

  const guest = await openSecondBrowser(browser, baseURL)
  await test.step('a visitor signs up with it, and their first captions start in it', async () => {
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'Friday cyan' })).toBeVisible()
    await guest.getByRole('link', { name: 'Use this look' }).click()
    await expect(guest).toHaveURL(/\/signup\?from=%2Fupload%3Flook%3D/)
    await fillSignUp(guest, somebody())
    await expect(guest).toHaveURL('/upload')
    await chooseClip(guest, await fixture('sentence-small'))
    await expectPrepared(guest, 10)
    await expect(guest.getByText('Your captions start in your look Friday cyan.')).toBeVisible()
    await captionPrepared(guest)
    expect(isSameLook(await lookOfCaptions(guest), look)).toBe(true)
  })

  await test.step('they import its file beside it', async () => {
    await guest.getByRole('tab', { name: 'Style' }).click()
    await guest.getByLabel('Import').setInputFiles(path)
    await expect(guest.getByRole('button', { name: 'Use Friday cyan 2' })).toHaveAttribute('aria-pressed', 'true')
  })
  await guest.context().close()

  const other = await openSecondBrowser(browser, baseURL)
  await test.step('somebody with an account logs in with it', async () => {
    const person = await signUpByApi(other)
    await other.context().clearCookies()
    await other.goto(link)
    await other.getByRole('link', { name: 'Use this look' }).click()
    await other.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await fillLogIn(other, person)
    await expect(other.getByText('“Friday cyan” is in your looks.', { exact: false })).toBeVisible()
  })

  await test.step('a revoked link shows no look', async () => {
    await act(page, 'Revoke link')
    await expect(page.getByText('no longer works', { exact: false })).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This look is not here')).toBeVisible()
  })
  await other.context().close()
})

/** Changes the colour of the text and saves the look under a name. */
async function saveLook(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Style' }).click()
  const panel = page.getByRole('region', { name: 'Style', exact: true })
  await panel.getByRole('textbox', { name: 'Text', exact: true }).fill('#00e5ff')
  await page.keyboard.press('Tab')
  await expectSaved(page)
  await panel.getByRole('button', { name: 'Save look' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save look' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}` })).toHaveAttribute('aria-pressed', 'true')
}

/** Chooses an action of the saved look. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Friday cyan', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The look of all captions, as saved. */
async function lookOfCaptions(page: Page): Promise<SavedLook> {
  const { template, styles } = await savedDocument(page)
  return { template, patch: styles[MAIN_STYLE] ?? {} }
}

async function sharedLink(page: Page): Promise<string> {
  await act(page, 'Share by link')
  await expect(page.getByText('Link copied.', { exact: false })).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}
