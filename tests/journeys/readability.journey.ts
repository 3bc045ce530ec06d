import { openCaptioned } from './captioned.ts'
import { expect, test } from './journey.ts'

test('says how readable captions are over the pictures of the video', async ({ page }) => {
  await openCaptioned(page)
  const section = page.getByRole('region', { name: 'Readability' })
  await expect(section.getByText(/Lowest contrast: [\d.]+ : 1$/)).toBeVisible()
})
