import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import { AffiliateMaterialsPage } from './materials-page.tsx'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }

test('G3: every text to share has the link and says that it earns a commission', async () => {
  await open()
  for (const label of ['For a description', 'For a post', 'To say in a video']) {
    const field = page.getByRole('textbox', { name: label })
    await expect.element(field).toHaveValue(expect.stringMatching(/\/dana\b/))
    await expect.element(field).toHaveValue(expect.stringMatching(/I earn a commission/))
  }
})

test('there is a QR code to download, and a banner in each shape', async () => {
  await open()
  await expect.element(page.getByRole('img', { name: 'QR code of /dana' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download QR code' }))
    .toHaveAttribute('download', 'wordpop-dana-qr.svg')
  await expect.element(page.getByRole('img', { name: 'Banner with /dana' }).nth(2)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Story, 1080 × 1920' })).toBeVisible()
})

async function open() {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': AFFILIATE })
  await render(
    <Site path="/affiliate/materials">
      <AffiliateMaterialsPage />
    </Site>,
  )
}
