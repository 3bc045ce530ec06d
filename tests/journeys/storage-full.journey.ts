import { fixture } from '../fixtures/fixture.ts'
import { chooseClip } from './clip.ts'
import { signUp } from './person.ts'
import { expect, test } from './set-up.ts'

test('refuses a video that does not fit before it is sent, and says what to do', async ({ page, complaints }) => {
  // The refusal of the upload.
  complaints.allow(/uploads.*413|413.*uploads/)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await signUp(page)
  await chooseClip(page, await fixture('sentence-small'))
  await expect(page.getByText(/Not enough storage: .* of 10 kB are used/).first()).toBeVisible()
  expect(sent).toEqual([])
})
