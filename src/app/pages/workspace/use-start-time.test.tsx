import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Site } from '../../../../tests/support/web.tsx'
import { useStartTime } from './use-start-time.ts'

test.each([
  { address: '/?t=83250', time: '83250' },
  { address: '/?t=0', time: '0' },
  { address: '/', time: 'none' },
  { address: '/?t=', time: 'none' },
  { address: '/?t=-5', time: 'none' },
  { address: '/?t=1e3', time: 'none' },
  { address: '/?t=999999999', time: 'none' },
  { address: '/?t=1&t=x', time: '1' },
])('reads the time in $address as $time', async ({ address, time }) => {
  await render(
    <Site path={address}>
      <StartTime />
    </Site>,
  )
  await expect.element(page.getByText(`Time: ${time}.`)).toBeVisible()
})

function StartTime() {
  return <p>Time: {useStartTime() ?? 'none'}.</p>
}
