import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { confirmAddress, followLink, joinAs, payFor } from './affiliates.ts'
import { signUpByApi, fillSignUp, somebody } from './person.ts'

test('credits a new affiliate with the referral and commission of a paying sign-up', async ({ page, browser }) => {
  const username = await becomeAffiliate(page)
  const { visitor, close } = await followLink(browser, new URL(`/${username}`, page.url()))
  await visitor.getByRole('button', { name: 'Yes, remember' }).click()
  await expect
    .poll(() => remembered(visitor))
    .toMatchObject({
      type: 'username',
      affiliateId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      referralUsername: username,
    })

  await visitor.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  const erin = somebody()
  await fillSignUp(visitor, erin)
  await expect(visitor).toHaveURL('/upload')
  await expect.poll(() => remembered(visitor), 'the entry has done its work').toBeNull()
  await confirmAddress(visitor, erin.email)

  await page.goto('/affiliate/referrals')
  await expect(page.getByText('1 referral', { exact: true })).toBeVisible()
  await expect(page.getByText(erin.email)).toBeHidden()

  await payFor(visitor, 'plan=pro&interval=month')
  await close()

  await page.goto('/affiliate/dashboard')
  await expect(page.getByLabel('This month').getByText('$11.60')).toBeVisible()
  await page.getByRole('region', { name: 'Newest referrals' }).getByRole('link', { name: /Paid/ }).click()
  const story = page.getByRole('dialog')
  await expect(story.getByText('Followed your link')).toBeVisible()
  await expect(story.getByText('Will be approved')).toBeVisible()
})

test('stores nothing for a visitor who declines, and still refers them in this visit', async ({ page, browser }) => {
  const username = await becomeAffiliate(page)
  const { visitor, close } = await followLink(browser, new URL(`/${username}`, page.url()))
  await visitor.getByRole('button', { name: 'No', exact: true }).click()
  await visitor.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(visitor).toHaveURL(/\/signup\?ref=/)
  await visitor.reload()
  expect(await remembered(visitor)).toBeNull()
  const erin = somebody()
  await fillSignUp(visitor, erin)
  await expect(visitor).toHaveURL('/upload')
  await confirmAddress(visitor, erin.email)
  await close()
  await page.goto('/affiliate/referrals')
  await expect(page.getByText('1 referral', { exact: true })).toBeVisible()
})

test('refers a visitor who signs up before the code that follows links is loaded', async ({ page, browser }) => {
  const username = await becomeAffiliate(page)
  const { visitor, close } = await followLink(browser, new URL(`/${username}`, page.url()))
  await visitor.getByRole('button', { name: 'No', exact: true }).click()
  await visitor.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(visitor).toHaveURL(/\/signup\?ref=/)
  // Requested, and not answered.
  await visitor.route(/referral-tracker-/, () => {})
  await visitor.reload()
  const frank = somebody()
  await fillSignUp(visitor, frank)
  await expect(visitor).toHaveURL('/upload')
  await confirmAddress(visitor, frank.email)
  await close()
  await page.goto('/affiliate/referrals')
  await expect(page.getByText('1 referral', { exact: true })).toBeVisible()
})

test('paints banners like captions, with the pill behind the spoken word', async ({ page }) => {
  await becomeAffiliate(page)
  await page.goto('/affiliate/materials')
  for (const size of ['Wide', 'Square', 'Story']) {
    const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${size}`) }) })
    const banner = item.getByRole('img', { name: /^Banner with/ })
    await expect(banner).toHaveAttribute('aria-busy', 'false')
    expect(await banner.evaluate(accentPixels), size).toBeGreaterThan(5_000)
  }
})

/** The number of pixels on a canvas in the colour of the pill. */
function accentPixels(canvas: HTMLElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0
  const pixels =
    canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
  let found = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at] === 0xfb && pixels[at + 1] === 0x7f && pixels[at + 2] === 0x38) found += 1
  }
  return found
}

async function becomeAffiliate(page: Page): Promise<string> {
  await signUpByApi(page)
  return joinAs(page)
}

async function remembered(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('referralData') ?? 'null') as unknown)
}
