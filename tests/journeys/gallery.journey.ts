import { newestTemplate } from '#features/templates/model/index.ts'
import { openPage } from './alive.ts'
import { captionClip } from './captioned.ts'
import { savedDocument } from './editor.ts'
import { expect, test } from './journey.ts'
import { fillSignUp, somebody } from './person.ts'

test('a visitor chooses a template in the gallery, signs up, and their first captions wear it', async ({ page }) => {
  await openPage(page, '/templates')
  await page.getByRole('button', { name: 'Gaming' }).click()
  const { id, name, version } = newestTemplate('bounce')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect
    .poll(() => card.getByRole('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0)
  await card.getByRole('link', { name: 'Use this look' }).click()
  await expect(page).toHaveURL(`/signup?from=%2Fupload%3Ftemplate%3D${id}`)
  await fillSignUp(page, somebody())
  await captionClip(page)
  expect((await savedDocument(page)).template).toEqual({ id, version })
})
