import { expect, test } from './journey.ts'
import { openCaptioned } from './sample.ts'

test('says how readable captions are over the pictures of the video', async ({ page, sample }) => {
  await openCaptioned(page, sample)
  const section = page.getByRole('region', { name: 'Readability' })
  await expect(section.getByText(/Lowest contrast: [\d.]+ : 1$/)).toBeVisible()
})
