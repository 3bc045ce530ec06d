import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { AcceptInvitationPage, CollaboratorsPage } from './index.ts'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null }

test.each(['free', 'basic'])('on the plan %s the page says which plans have collaborators', async (plan) => {
  await open(plan)
  await expect.element(page.getByText('Collaborators come with Pro')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
})

test.each([
  { plan: 'pro', room: 'up to 3 people' },
  { plan: 'premium', room: 'up to 10 people' },
  { plan: 'enterprise', room: 'as many people as your contract says' },
])('the plan $plan has room for $room', async ({ plan, room }) => {
  await open(plan)
  const said = `Your plan has room for ${room}. Nobody has access to your videos but you.`
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).not.toBeInTheDocument()
})

test('an invitation that is not there says so', async () => {
  await render(
    <Site path="/accept-invitation/abc">
      <AcceptInvitationPage />
    </Site>,
  )
  await expect.element(page.getByRole('heading')).toHaveTextContent('This invitation is not valid or has expired')
})

async function open(plan: string) {
  answerRequests({ 'accounts/me': { ...DANA, plan } })
  await render(
    <Site path="/collaborators">
      <CollaboratorsPage />
    </Site>,
  )
}
