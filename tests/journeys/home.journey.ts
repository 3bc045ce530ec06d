import type { Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { expectAlive, openPage } from './alive.ts'
import { chooseClip, dropClip, expectPrepared } from './clip.ts'
import { expect, test } from './journey.ts'
import { signUpByApi, fillLogIn, fillSignUp, somebody } from './person.ts'

test('a visitor drops a clip on the home page, signs up, and finds it uploaded', async ({ page }) => {
  await openPage(page, '/')
  await dropClip(page, await fixture('sentence-small'))
  await expect(page).toHaveURL(/\/signup\?from=/)
  await expect(page.getByText(/^“sentence-small.*” waits in this browser/)).toBeVisible()
  await fillSignUp(page, somebody())
  await expectPrepared(page, 10)
})

test('a chosen clip survives a reload, and logging in instead of signing up', async ({ page, context }) => {
  const person = await signUpByApi(page)
  await context.clearCookies()
  await openPage(page, '/')
  await chooseClip(page, await fixture('sentence-small'))
  await expect(page).toHaveURL(/\/signup\?from=/)
  await expect.poll(() => countPendingClips(page)).toBe(1)

  await page.reload()
  await expectAlive(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await fillLogIn(page, person)
  await expectPrepared(page, 10)
  await expect.poll(() => countPendingClips(page)).toBe(0)
})

test('names a clip that was lost on the way', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/upload?clip=holiday.mp4')
  await expect(page.getByText('“holiday.mp4” is not in this browser')).toBeVisible()
  await expect(page).toHaveURL('/upload')
})

test('the home page shows the looks of real templates and restyles them on a press', async ({ page }) => {
  await openPage(page, '/')
  const word = page.locator('.caption-demo .line').first().locator('.word').first()
  await expect(word).toHaveCSS('text-transform', 'none')
  await page.getByRole('button', { name: 'One Word Pop' }).click()
  await expect(word).toHaveCSS('text-transform', 'uppercase')
})

test('a shared page has a picture of the size that networks show large', async ({ request }) => {
  const picture = await request.get('/social/home.png')
  expect(picture.headers()['content-type']).toBe('image/png')
  const png = await picture.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630])
  expect((await request.get('/social/upload.png')).status()).toBe(404)
})

/** The number of clips the browser stores for a visitor. */
async function countPendingClips(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('carried-clip', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('clip'))
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('clip').objectStore('clip').count()
          count.addEventListener('success', () => {
            opening.result.close()
            resolve(count.result)
          })
        })
      }),
  )
}
