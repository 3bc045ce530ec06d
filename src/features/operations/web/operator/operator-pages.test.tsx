import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import { OperatorActionsPage } from './actions/actions-page.tsx'
import { OperatorArea } from './operator-area.tsx'
import { OperatorJobsPage } from './jobs-page.tsx'
import { OperatorPaymentsPage } from './payments/payments-page.tsx'

const AT = '2026-11-20T10:00:00.000Z'

test('an operator sees the pages; anybody else sees the page-not-found screen', async () => {
  await openArea(true)
  await expect.element(page.getByRole('navigation', { name: 'Operator' })).toBeVisible()
  await expect.element(page.getByText('Only for operators')).toBeVisible()
})

test('shows every tab on a wide screen', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(1280, 720)
  await openArea(true)
  const row = page.getByRole('navigation', { name: 'Operator' })
  await expect.element(row.getByRole('link', { name: 'Alerts' })).toBeVisible()
  const right = row.element().getBoundingClientRect().right
  for (const tab of row.getByRole('link').elements())
    expect(tab.getBoundingClientRect().right, tab.textContent).toBeLessThanOrEqual(right)
})

test('scrolls the tabs to the open page on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(390, 800)
  await openArea(true, '/operator/actions')
  const open = page.getByRole('link', { name: 'Audit log' })
  await expect.element(open).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => open.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(scrollY).toBe(0)
})

test('other users learn nothing of the pages', async () => {
  await openArea(false)
  await expect.element(page.getByText('Nothing here')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Operator' })).not.toBeInTheDocument()
})

test('asks an operator with an unconfirmed address to confirm it, then opens the pages', async () => {
  let me: { role: string | null; mustConfirmEmail: boolean; mustSetUpSecondFactor: boolean; mustUsePasskey: boolean } =
    {
      role: null,
      mustConfirmEmail: true,
      mustSetUpSecondFactor: false,
      mustUsePasskey: false,
    }
  answerRequests({ 'operator/me': () => me })
  await render(
    <Site path="/operator">
      <OperatorArea fallback={<p>Nothing here</p>} passkeyLogIn={() => null}>
        <p>Only for operators</p>
      </OperatorArea>
    </Site>,
  )
  await expect.element(page.getByText('Confirm your email address')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open profile' })).toHaveAttribute('href', '/profile')
  await expect.element(page.getByText('Only for operators')).not.toBeInTheDocument()
  me = { role: 'everything', mustConfirmEmail: false, mustSetUpSecondFactor: false, mustUsePasskey: false }
  await page.getByRole('button', { name: 'I confirmed it' }).click()
  await expect.element(page.getByText('Only for operators')).toBeVisible()
})

test('leads an operator without a second factor to the set-up', async () => {
  answerRequests({
    'operator/me': { role: null, mustConfirmEmail: false, mustSetUpSecondFactor: true, mustUsePasskey: false },
  })
  await render(
    <Site path="/operator">
      <OperatorArea fallback={<p>Nothing here</p>} passkeyLogIn={() => null}>
        <p>Only for operators</p>
      </OperatorArea>
    </Site>,
  )
  const link = page.getByRole('link', { name: 'Set it up in your profile' })
  await expect.element(link).toHaveAttribute('href', '/profile')
  await expect.element(page.getByText('Only for operators')).not.toBeInTheDocument()
})

test('a list that fails to load can be retried; an empty one says so', async () => {
  let answer: unknown = refusal(500, 'internal', 'Something went wrong')
  answerRequests({ 'operator/jobs': () => answer })
  await render(
    <Site path="/operator/jobs?state=failed">
      <OperatorJobsPage />
    </Site>,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong')
  answer = { jobs: [], next: null }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing failed')).toBeVisible()
})

test('jobs that are done are listed by kind, with the page of their owner', async () => {
  const ownerId = '0a000000-0000-4000-8000-000000000009'
  const job = {
    id: '0a000000-0000-4000-8000-000000000003',
    name: 'rendering.render',
    state: 'done',
    owner: 'ada@example.com',
    ownerId,
    isOwnerErased: false,
    progress: 1,
    problem: null,
    cancelRequested: false,
    attempt: 1,
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
  }
  const { calls } = answerRequests({ 'operator/jobs': { jobs: [job], next: null } })
  await render(
    <Site path="/operator/jobs?state=done&kind=rendering.render">
      <OperatorJobsPage />
    </Site>,
  )
  await expect.element(page.getByRole('rowheader')).toMatchTextContent('Export a videorendering.render')
  await expect
    .element(page.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', `/operator/users/${ownerId}`)
  await page.getByLabelText('Kind').selectOptions('Any')
  await expect
    .poll(() => calls.map(({ input }) => input))
    .toEqual([{ json: { state: 'done', kind: 'rendering.render' } }, { json: { state: 'done' } }])
})

test('a job says for whom it is: a user, one who was erased, or the product', async () => {
  const job = {
    id: '0a000000-0000-4000-8000-000000000003',
    name: 'media.erase',
    state: 'done',
    owner: null,
    ownerId: null,
    isOwnerErased: true,
    progress: 1,
    problem: null,
    cancelRequested: false,
    attempt: 1,
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
  }
  const ofProduct = { ...job, id: '0a000000-0000-4000-8000-000000000004', name: 'mail.send', isOwnerErased: false }
  answerRequests({ 'operator/jobs': { jobs: [job, ofProduct], next: null } })
  await render(
    <Site path="/operator/jobs?state=done">
      <OperatorJobsPage />
    </Site>,
  )
  await expect.element(page.getByRole('row', { name: /Erase a video/ })).toMatchTextContent('Erased user')
  await expect.element(page.getByRole('row', { name: /Send a mail/ })).toMatchTextContent('The product')
})

test('payments of everybody lead to their user, and say how a dispute ended', async () => {
  const payment = {
    id: 'in_1',
    userId: '0a000000-0000-4000-8000-000000000009',
    email: 'ada@example.com',
    name: 'Pro, a month',
    currency: 'usd',
    amountPaid: 2_900,
    tax: 0,
    refunded: 0,
    dispute: 'lost',
    paidAt: AT,
  }
  const payments = [payment, { ...payment, id: 'in_2', email: null, dispute: 'none' }]
  const { calls } = answerRequests({
    'operator/allPayments': ({ json }: { json: { only?: string } }) => ({
      payments: json.only === undefined ? payments : [],
      next: null,
    }),
  })
  await render(
    <Site path="/operator/payments">
      <OperatorPaymentsPage />
    </Site>,
  )
  await expect
    .element(page.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', `/operator/users/${payment.userId}`)
  await expect.element(page.getByText('Lost')).toBeVisible()
  await expect.element(page.getByText('Erased user')).toBeVisible()
  await page.getByText('Refunded', { exact: true }).first().click()
  await expect.element(page.getByText('Nothing was refunded')).toBeVisible()
  expect(calls.map(({ input }) => input)).toEqual([{ json: {} }, { json: { only: 'refunded' } }])
})

test('an entry is a sentence with its links and reason; older ones load on demand', async () => {
  const action = {
    id: '7',
    at: AT,
    operator: 'olga@example.com',
    action: 'commission.hold',
    subjectKind: 'commission',
    subjectId: '0a000000-0000-4000-8000-000000000003',
    about: 'Pro, a month, ada',
    reason: 'Looks odd',
    before: { state: 'pending', cents: 1_160 },
    after: { state: 'hold', cents: 1_160 },
    person: { id: '0a000000-0000-4000-8000-000000000009', email: 'ada@example.com' },
  }
  const { calls } = answerRequests({
    'operator/actionOperators': ['olga@example.com'],
    'operator/actions': (input: { json: { before?: string } }) => ({
      actions: [{ ...action, id: input.json.before === undefined ? '7' : '6' }],
      next: input.json.before === undefined ? '7' : null,
    }),
  })
  await render(
    <Site path="/operator/actions">
      <OperatorActionsPage />
    </Site>,
  )
  await expect
    .element(page.getByRole('listitem'))
    .toMatchTextContent(
      /^olga@example.com put on hold the commission “Pro, a month, ada” of ada@example.com, which was pending\.“Looks odd”/u,
    )
  await expect
    .element(page.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', '/operator/users/0a000000-0000-4000-8000-000000000009')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(2)
  const inputs = calls.filter(({ name }) => name === 'operator/actions').map(({ input }) => input)
  expect(inputs).toEqual([{ json: {} }, { json: { before: '7' } }])
})

test('filters of the log stay in the address, go into the export, and can be cleared', async () => {
  answerRequests({
    'operator/actionOperators': ['olga@example.com', 'otto@example.com'],
    'operator/actions': { actions: [], next: null },
  })
  await render(
    <Site path="/operator/actions?kind=reads&from=2026-11-01&until=nonsense">
      <OperatorActionsPage />
    </Site>,
  )
  await expect.element(page.getByText('No entry found')).toBeVisible()
  await expect.element(page.getByLabelText('Kind')).toHaveValue('reads')
  await page.getByLabelText('Operator').selectOptions('otto@example.com')
  const exported = page.getByRole('link', { name: 'Export as CSV' })
  const query = new URLSearchParams({ operator: 'otto@example.com', kind: 'reads', from: '2026-11-01' })
  await expect.element(exported).toHaveAttribute('href', `/api/operator-log/export.csv?${query}`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByText('Nothing yet')).toBeVisible()
  await expect.element(exported).toHaveAttribute('href', '/api/operator-log/export.csv')
})

async function openArea(isOperator: boolean, path = '/operator'): Promise<void> {
  answerRequests({
    'operator/me': {
      role: isOperator ? 'everything' : null,
      mustConfirmEmail: false,
      mustSetUpSecondFactor: false,
      mustUsePasskey: false,
    },
  })
  await render(
    <Site path={path}>
      <OperatorArea fallback={<p>Nothing here</p>} passkeyLogIn={() => null}>
        <p>Only for operators</p>
      </OperatorArea>
    </Site>,
  )
}
