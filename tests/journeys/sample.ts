import type { Browser, Locator, Page } from '@playwright/test'
import { copyVideo } from '../support/copy-video.ts'
import { captionClip } from './captioned.ts'
import { expectPrepared } from './clip.ts'
import { openTranscript } from './editor.ts'
import { type Person, signUp, signUpByApi } from './person.ts'
import type { Product } from './product.ts'

type Owner = Pick<Person, 'email'>

/** A captioned video of a product, for journeys that begin after the upload or in the editor. */
export type Sample = {
  /** Gives somebody a copy, which costs no credits. @returns its path */
  copyFor(owner: Owner): Promise<string>
  /** Gives somebody a copy without captions. @returns its path */
  preparedFor(owner: Owner): Promise<string>
}

/** Uploads, prepares and captions a spoken sentence with its script through the pages, once. */
export async function makeSample(browser: Browser, { url, dataDir }: Product): Promise<Sample> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signUp(page)
  await captionClip(page)
  const from = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await context.close()
  const copy = async ({ email }: Owner, captioned: boolean) =>
    `/projects/${await copyVideo({ dataDir, from, email, captioned })}`
  return { copyFor: (owner) => copy(owner, true), preparedFor: (owner) => copy(owner, false) }
}

/** Signs up and opens a copy of the sample in the editor. @returns the words in the editor */
export async function openCaptioned(page: Page, sample: Sample): Promise<Locator> {
  return openCopy(page, sample, await signUpByApi(page))
}

/** Opens a copy of the sample that the owner gets, in the editor. @returns the words in the editor */
export async function openCopy(page: Page, sample: Sample, owner: Owner): Promise<Locator> {
  await page.goto(await sample.copyFor(owner))
  return openTranscript(page)
}

/** Opens a copy of the sample that the owner gets, without captions, and waits for the price of its captions. */
export async function openPrepared(page: Page, sample: Sample, owner: Owner): Promise<void> {
  await page.goto(await sample.preparedFor(owner))
  await expectPrepared(page, 10)
}
