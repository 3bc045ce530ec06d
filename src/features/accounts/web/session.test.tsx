import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import { callProcedure } from '#platform/web/procedure-call.ts'
import { onSessionChange, announceSessionChange } from './session-channel.ts'
import { RequireAccount } from './require-account.tsx'
import { useAccount, useSessionSync } from './session.ts'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com' }
const ROBIN = { id: 'u2', displayName: 'Robin', email: 'robin@example.com' }

let closeOther = () => {}
afterEach(() => closeOther())

test('a log-in after an ended session shows nothing of the previous user', async () => {
  const browser = await open({ somebody: DANA })
  await expect.element(page.getByText('a title of Dana')).toBeVisible()

  browser.somebody = null
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect.element(page.getByText('nobody is here')).toBeVisible()

  browser.somebody = ROBIN
  browser.answersTitles = false
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect.element(page.getByText('Robin is here')).toBeVisible()
  expect(document.body.textContent).not.toContain('a title of Dana')
})

test('when another page logs in someone else, this page switches to them and clears its entries', async () => {
  const browser = await open({ somebody: DANA })
  await expect.element(page.getByText('a title of Dana')).toBeVisible()
  await page.getByLabelText('Note').fill('for Dana alone')

  browser.somebody = ROBIN
  browser.sayChanged()
  await expect.element(page.getByText('Robin is here')).toBeVisible()
  await expect.element(page.getByText('a title of Robin')).toBeVisible()
  expect(document.body.textContent).not.toContain('Dana')
  await expect.element(page.getByLabelText('Note')).toHaveValue('')
})

test('when another page logs out, this page asks for a log-in', async () => {
  const browser = await open({ somebody: DANA })
  await expect.element(page.getByText('a title of Dana')).toBeVisible()

  browser.somebody = null
  browser.sayChanged()
  await expect.element(page.getByText('nobody is here')).toBeVisible()
  await expect.element(page.getByText('a title of Dana')).not.toBeInTheDocument()
})

test('a session ended on another device leads to the log-in on the next action', async () => {
  const browser = await open({ somebody: DANA })
  await expect.element(page.getByText('a title of Dana')).toBeVisible()

  browser.somebody = null
  await page.getByRole('button', { name: 'Newer titles' }).click()
  await expect.element(page.getByText('nobody is here')).toBeVisible()
  await expect.element(page.getByText('a title of Dana')).not.toBeInTheDocument()
})

test('other pages receive an announcement, and the announcing page does not', async () => {
  const received = Promise.withResolvers<unknown>()
  const other = new BroadcastChannel('wordpop-account')
  other.addEventListener('message', received.resolve)
  let own = 0
  closeOther = onSessionChange(() => (own += 1))
  announceSessionChange()
  await received.promise
  other.close()
  expect(own).toBe(0)
})

/** Renders a page whose session belongs to `somebody`; `sayChanged` announces a change from another page. */
async function open({ somebody }: { somebody: typeof DANA | null }) {
  const browser = {
    somebody,
    answersTitles: true,
    sayChanged() {
      const other = new BroadcastChannel('wordpop-account')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
      other.postMessage('changed')
      closeOther = () => other.close()
    },
  }
  answerRequests({
    'accounts/me': () => browser.somebody,
    'test/titles': () => {
      if (browser.somebody === null) return refusal(401, 'unauthorized', 'No user logged in')
      return browser.answersTitles ? `a title of ${browser.somebody.displayName}` : new Promise(() => {})
    },
  })
  await render(
    <Site path="/mine">
      <Bar />
      <Mine />
    </Site>,
  )
  return browser
}

function Bar() {
  useSessionSync()
  const account = useAccount()
  return (
    <>
      <p>{account.data?.displayName ?? 'nobody'} is here</p>
      <button onClick={() => void account.refetch()}>Look again</button>
    </>
  )
}

/** Content of one user. The guard would redirect; this stays, to log in on. */
function Mine() {
  const account = useAccount()
  return account.data ? (
    <RequireAccount>
      <Titles />
    </RequireAccount>
  ) : null
}

function Titles() {
  const titles = useQuery({
    queryKey: ['titles'],
    queryFn: async () => z.string().parse(await callProcedure(['test', 'titles'], {})),
  })
  return (
    <>
      <p>{titles.data}</p>
      <button onClick={() => void titles.refetch()}>Newer titles</button>
      <label>
        Note <input />
      </label>
    </>
  )
}
