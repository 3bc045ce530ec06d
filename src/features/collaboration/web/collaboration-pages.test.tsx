import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PLANS } from '#features/billing/model/index.ts'
import { DEFAULT_AFFILIATE_TERMS, type Site as SiteFacts } from '#platform/shared/contacts.ts'
import { SiteContext } from '#platform/web/use-site.ts'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import type { Collaborator, Invitation, Team } from '../model/contract.ts'
import { CollaboratorsPage } from './index.ts'

const SITE: SiteFacts = {
  origin: 'https://wordpop.example',
  contacts: { legal: 'l@x.example', support: 's@x.example', general: 'g@x.example' },
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}
const BOB: Collaborator = {
  userId: 'b',
  displayName: 'Bob',
  email: 'bob@example.com',
  role: 'editor',
  joinedAt: '2026-11-01T10:00:00Z',
  suspended: false,
  spending: [
    { month: '2026-11', credits: 20 },
    { month: '2026-09', credits: 1_000 },
  ],
  monthlyLimit: null,
  lastAction: null,
}
const INVITED: Invitation = {
  id: 'i1',
  email: 'carol@example.com',
  role: 'viewer',
  expiresAt: '2026-11-27T10:00:00Z',
  isUndeliverable: false,
  expired: false,
}

test('a plan without collaborators explains them and names the plans that have them', async () => {
  await open({ seats: 0 })
  await expect.element(page.getByText('Collaborators come with Pro')).toBeVisible()
  await expect.element(page.getByText('Pro has room for 3 people beside you', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await expect.element(page.getByRole('button', { name: 'Send invitation' })).not.toBeInTheDocument()
})

test("shows each plan's seats as the operator set them, and no offer if nothing is sold", async () => {
  const plans = [
    { name: 'basic', collaborators: 1 },
    { name: 'premium', collaborators: 25 },
  ]
  await open({ seats: 0 }, { 'billing/plans': { provider: null, plans } })
  await expect.element(page.getByText('Collaborators come with Basic')).toBeVisible()
  await expect
    .element(page.getByText('Basic has room for 1 person beside you, Premium for 25.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).not.toBeInTheDocument()
})

test('an owner invites by e-mail and role, and sees how many seats are taken', async () => {
  const { calls } = await open({ seats: 3 }, { 'collaboration/invite': team({ taken: 1, invitations: [INVITED] }) })
  await expect.element(page.getByText('0 of 3 seats taken')).toBeVisible()
  await expect.element(page.getByText('No collaborators yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Viewer')
  await expect.element(page.getByText('Changes and spends nothing.', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(' carol@example.com ')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByText('We sent the invitation to carol@example.com.')).toBeVisible()
  await expect.element(page.getByText('1 of 3 seats taken')).toBeVisible()
  const asked = calls.find(({ name }) => name === 'collaboration/invite')
  expect(asked?.input).toEqual({ json: { email: 'carol@example.com', role: 'viewer' } })
})

test('shows an error of the invitation beside its field', async () => {
  const message = 'This address is already invited. Resend the invitation from the list.'
  await open({ seats: 3 }, { 'collaboration/invite': refusal(409, 'conflict', message) })
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByText('Enter the e-mail address of the person to invite.')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('carol@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('with every seat taken there is no form, but a way to free one', async () => {
  await open({ seats: 1, taken: 1, collaborators: [BOB] })
  await expect.element(page.getByText('1 of 1 seat taken')).toBeVisible()
  await expect.element(page.getByText('All seats are taken')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
})

test.each([
  { what: 'every seat taken', seats: 1, says: 'All seats are taken' },
  { what: 'a plan without seats', seats: 0, says: 'Your plan has no collaborators' },
])('with $what and nothing sold, offers no purchase', async ({ seats, says }) => {
  await open({ seats, taken: 1, collaborators: [BOB] }, { 'billing/plans': { provider: null, plans: [] } })
  await expect.element(page.getByText(says)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the plans' })).not.toBeInTheDocument()
})

test('an enterprise contract has no fixed number', async () => {
  await open({ seats: null, taken: 12 })
  await expect.element(page.getByText('12 seats taken, unlimited by your contract')).toBeVisible()
})

test('a site that sells nothing speaks of no contract', async () => {
  await open({ seats: null, taken: 1 }, {}, [], { sells: false })
  await expect.element(page.getByText('1 seat taken, no limit')).toBeVisible()
  await expect.element(page.getByText(/plan|contract|billing|credit/i)).not.toBeInTheDocument()
})

test('changes a collaborator’s role, shows their spending, and removes them after confirmation', async () => {
  await open(
    { taken: 1, collaborators: [BOB] },
    {
      'collaboration/changeRole': team({ taken: 1, collaborators: [{ ...BOB, role: 'viewer' }] }),
      'collaboration/remove': team({}),
    },
  )
  await expect.element(page.getByText('Spent 20 credits in Nov 2026')).toBeVisible()
  await page.getByRole('combobox', { name: 'Role of Bob' }).selectOptions('Viewer')
  await expect.element(page.getByText('Bob is now a viewer.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Bob' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Bob no longer has access.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'With access' })).not.toBeInTheDocument()
})

test('says what a collaborator did last, and what they spent before', async () => {
  const lastAction = { kind: 'suggested' as const, projectId: 'p1', title: 'Keynote', at: '2026-11-20T10:00:00Z' }
  await open({
    taken: 2,
    collaborators: [
      { ...BOB, lastAction },
      { ...BOB, userId: 'c', displayName: 'Cy' },
    ],
  })
  await expect.element(page.getByText(/^Suggested an edit to Keynote on .*2026/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Keynote' })).toHaveAttribute('href', '/projects/p1')
  await expect.element(page.getByText('Has not changed or commented on anything yet.')).toBeVisible()
  await expect.element(page.getByText('Before: Sept 2026 1,000').first()).toBeVisible()
})

test('sets, changes and removes a monthly limit by keyboard', async () => {
  const limited = (monthlyLimit: number | null) => team({ taken: 1, collaborators: [{ ...BOB, monthlyLimit }] })
  const { calls } = await open({ taken: 1, collaborators: [BOB] }, { 'collaboration/setLimit': limited(50) })
  await page.getByRole('button', { name: 'Set a limit for Bob' }).click()
  await userEvent.keyboard('1.5{Enter}')
  await expect.element(page.getByText('Enter a whole number of credits, 0 or more.')).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: 'Credits a month' }), '50')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Bob may spend 50 credits a month.')).toBeVisible()
  await expect.element(page.getByText('Spent 20 of 50 credits in Nov 2026')).toBeVisible()
  const button = page.getByRole('button', { name: 'Change limit of Bob' })
  await expect.element(button).toHaveFocus()
  await button.click()
  await expect.element(page.getByRole('textbox', { name: 'Credits a month' })).toHaveValue('50')
  await page.getByRole('button', { name: 'Remove limit' }).click()
  await expect.element(page.getByText('Bob has no monthly limit now.')).toBeVisible()
  const asked = calls.filter(({ name }) => name === 'collaboration/setLimit').map(({ input }) => input)
  expect(asked).toEqual([
    { json: { userId: 'b', monthlyCredits: 50 } },
    { json: { userId: 'b', monthlyCredits: null } },
  ])
})

test('creates a link for a mail domain, shows it once, and revokes it', async () => {
  const url = 'https://wordpop.example/accept-invitation/secret'
  const domainLink = { domain: 'acme.com', role: 'viewer' as const, createdAt: '2026-11-20T10:00:00Z' }
  const { calls } = await open(
    {},
    {
      'collaboration/createDomainLink': { url, team: team({ domainLink }) },
      'collaboration/revokeDomainLink': team({}),
    },
  )
  const domain = page.getByRole('textbox', { name: 'Mail domain' })
  await domain.fill('gmail.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Anybody can get an address there.', { exact: false })).toBeVisible()
  await domain.fill(' Acme.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Link to share' })).toHaveValue(url)
  await expect.element(page.getByText('Everybody with a confirmed address at acme.com', { exact: false })).toBeVisible()
  const asked = calls.find(({ name }) => name === 'collaboration/createDomainLink')
  expect(asked?.input).toEqual({ json: { domain: 'acme.com', role: 'viewer' } })
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText('The link is revoked.')).toBeVisible()
  await expect.element(domain).toBeVisible()
})

test('resends an invitation, or revokes it after confirmation', async () => {
  const expired = { ...INVITED, expired: true }
  await open(
    { invitations: [expired] },
    {
      'collaboration/resend': team({ taken: 1, invitations: [INVITED] }),
      'collaboration/revoke': team({}),
    },
  )
  await expect.element(page.getByText('Expired')).toBeVisible()
  await page.getByRole('button', { name: 'Resend the invitation to carol@example.com' }).click()
  await expect.element(page.getByText('Expires on', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the invitation to carol@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText('The invitation to carol@example.com is revoked.')).toBeVisible()
})

test('offers to revoke, and not to resend, an invitation that no mail can reach', async () => {
  await open({ invitations: [{ ...INVITED, isUndeliverable: true }] })
  await expect.element(page.getByText('We can’t send mail to this address.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resend the invitation to carol@example.com' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Revoke the invitation to carol@example.com' })).toBeEnabled()
})

test('marks a suspended collaborator and explains how to restore them', async () => {
  await open({ seats: 1, taken: 2, collaborators: [BOB, { ...BOB, userId: 'c', displayName: 'Cy', suspended: true }] })
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expect.element(page.getByText('the last to join are suspended', { exact: false })).toBeVisible()
})

test('after a downgrade to a plan without collaborators, lists them as suspended', async () => {
  await open({ seats: 0, taken: 1, collaborators: [{ ...BOB, suspended: true }] })
  await expect.element(page.getByText('Your plan has no collaborators')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove Bob' })).toBeVisible()
})

test('a link for a mail domain can be revoked on a plan without collaborators', async () => {
  const domainLink = { domain: 'acme.com', role: 'viewer' as const, createdAt: '2026-11-20T10:00:00Z' }
  await open({ seats: 0, domainLink }, { 'collaboration/revokeDomainLink': team({ seats: 0 }) })
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText('The link is revoked.')).toBeVisible()
})

test('lists the owners one works with, each with a way to leave', async () => {
  await open({ seats: 0 }, {}, [{ ownerId: 'a', ownerName: 'Ada', role: 'editor', suspended: false }])
  await expect.element(page.getByRole('heading', { name: 'You work with' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Leave Ada' })).toBeVisible()
})

test('wraps long names and addresses on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  const email = `${name}@example.com`
  await open(
    { taken: 2, collaborators: [{ ...BOB, displayName: name, email }], invitations: [{ ...INVITED, email }] },
    {},
    [{ ownerId: 'a', ownerName: name, role: 'editor', suspended: false }],
  )
  await expect.element(page.getByRole('button', { name: `Leave ${name}` })).toBeVisible()
  await expect.element(page.getByText('2 of 3 seats taken')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('a list that fails to load can be retried', async () => {
  await open(refusal(500, 'internal', 'Something went wrong'))
  await expect.element(page.getByText('We couldn’t load your collaborators')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

function team(change: Partial<Team>): Team {
  return { seats: 3, taken: 0, collaborators: [], invitations: [], domainLink: null, ...change }
}

async function open(
  answer: Partial<Team> | Response,
  answers: Record<string, unknown> = {},
  memberships: readonly object[] = [],
  { sells }: { sells: boolean } = { sells: true },
) {
  const asked = answerRequests({
    'collaboration/team': answer instanceof Response ? answer : team(answer),
    'collaboration/memberships': memberships,
    'billing/plans': { provider: 'test', plans: Object.values(PLANS) },
    ...answers,
  })
  await render(
    <SiteContext value={{ ...SITE, sells }}>
      <Site path="/collaborators" elsewhere={['/upload', '/pricing']}>
        <CollaboratorsPage />
      </Site>
    </SiteContext>,
  )
  return asked
}
