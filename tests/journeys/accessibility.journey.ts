import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('home, log-in, sign-up and upload pages keep WCAG 2.2 AA', async ({ page }) => {
      for (const path of ['/', '/login', '/signup']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, path)
      }
      await signUp(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, '/upload')
    })
  })
}

test('a person switches the theme, and it is still chosen after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})
