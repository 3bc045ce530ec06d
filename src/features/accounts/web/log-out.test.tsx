import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { currentToasts } from '#platform/web/toast-store.ts'
import { toast } from '#platform/web/toasts.tsx'
import { accounts, refreshAccount, useAccount } from './session.ts'
import { useLogOut } from './use-log-out.ts'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com' }

afterEach(() => {
  for (const { id } of currentToasts()) toast.remove(id)
})

test("logging out shows 'Logging out...' and 'Successfully logged out!' and clears user data", async () => {
  const ended = Promise.withResolvers<Response>()
  answerRequests({ 'accounts/me': DANA, 'auth/sign-out': () => ended.promise })
  const client = await open()
  await expect.element(page.getByText('Dana keeps a private title')).toBeVisible()

  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('Logging out...')).toBeVisible()
  await expect.element(page.getByText('Successfully logged out!')).not.toBeInTheDocument()
  expect(client().getQueryData(['titles'])).toBe('a private title')

  ended.resolve(Response.json({ done: true }))
  await expect.element(page.getByText('Successfully logged out!')).toBeVisible()
  await expect.element(page.getByText('Logging out...')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/')
  expect(client().getQueryData(['titles'])).toBeUndefined()
  expect(client().getQueryData(accounts.me.queryKey())).toBeNull()
})

test('signing in loads the account and updates every part of the page', async () => {
  let somebody: object | null = null
  answerRequests({ 'accounts/me': () => somebody })
  await open()
  await expect.element(page.getByText('nobody keeps nothing')).toBeVisible()
  somebody = DANA
  await page.getByRole('button', { name: 'Come in' }).click()
  await expect.element(page.getByText('Dana keeps nothing')).toBeVisible()
})

/** Renders a page with the signed-in user and some of their data. @returns its cache */
async function open(): Promise<() => QueryClient> {
  let seen: QueryClient | undefined
  await render(
    <Site path="/mine" elsewhere={['/']}>
      <Somebody onRender={(client) => (seen = client)} />
    </Site>,
  )
  return () => {
    if (seen === undefined) throw new Error('the page was never there')
    return seen
  }
}

function Somebody({ onRender }: { onRender: (client: QueryClient) => void }) {
  const client = useQueryClient()
  const account = useAccount()
  const logOut = useLogOut()
  const titles = useQuery({
    queryKey: ['titles'],
    queryFn: () => (account.data ? 'a private title' : 'nothing'),
    enabled: account.isSuccess,
  })
  onRender(client)
  return (
    <>
      <p>{`${account.data?.displayName ?? 'nobody'} keeps ${titles.data ?? ''}`}</p>
      <button onClick={() => void logOut()}>Leave</button>
      <button onClick={() => void refreshAccount(client)}>Come in</button>
    </>
  )
}
