import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import { chooseForNextCaptions, chosenForNextCaptions } from '../next-captions.ts'
import { useSaveLinked } from './use-save-linked.ts'

const LINK = { kind: 'link', id: 'the-token' } as const
const SAVED = {
  id: '0a000000-0000-4000-8000-000000000001',
  name: 'My neon',
  look: { template: { id: 'neon', version: 1 }, patch: {} },
  isShared: false,
  linkToken: null,
  sharedBy: null,
  createdAt: '2026-11-24T12:00:00.000Z',
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('saves the look of the chosen link, and chooses it for the next captions', async () => {
  chooseForNextCaptions(LINK)
  const calls = await open('/upload', SAVED)
  await expect.element(page.getByText('“My neon” is in your looks. Your next captions start in it.')).toBeVisible()
  expect(calls).toContainEqual({ name: 'templates/takeLook', input: { json: { token: LINK.id } } })
  expect(chosenForNextCaptions()).toEqual({ kind: 'look', id: SAVED.id })
})

test('saves the look of a link in the address', async () => {
  const calls = await open('/upload?look=the-token', SAVED)
  await expect.poll(() => chosenForNextCaptions()).toEqual({ kind: 'look', id: SAVED.id })
  expect(calls.filter(({ name }) => name === 'templates/takeLook')).toHaveLength(1)
})

test.each([
  { status: 404, code: 'not_found', message: 'This link does not exist any more.', left: null },
  { status: 503, code: 'unavailable', message: 'Try again in a moment.', left: LINK },
] as const)('after the refusal $code, the choice is $left', async ({ status, code, message, left }) => {
  chooseForNextCaptions(LINK)
  await open('/upload', refusal(status, code, message))
  await expect.element(page.getByText(message)).toBeVisible()
  expect(chosenForNextCaptions()).toEqual(left)
})

function Library() {
  useSaveLinked()
  return null
}

async function open(path: string, answer: unknown) {
  const { calls } = answerRequests({ 'templates/takeLook': answer, 'templates/looks': [] })
  await render(
    <Site path={path}>
      <Library />
    </Site>,
  )
  return calls
}
