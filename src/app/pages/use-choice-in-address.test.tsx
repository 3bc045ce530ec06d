import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chosenForNextCaptions } from './next-captions.ts'
import { addressOfChoice, useChoiceInAddress } from './use-choice-in-address.ts'

afterEach(() => localStorage.clear())

test.each([
  { kind: 'template', id: 'bounce' },
  { kind: 'link', id: 'a-B_9' },
] as const)('a page opened in another tab chooses the $kind of its address', async (choice) => {
  await open(addressOfChoice(choice, true))
  expect(chosenForNextCaptions()).toEqual(choice)
})

test('an address without a choice leaves an earlier choice alone', async () => {
  await open(addressOfChoice({ kind: 'template', id: 'marker' }, true))
  await open('/upload')
  expect(chosenForNextCaptions()).toEqual({ kind: 'template', id: 'marker' })
})

test('the address for a visitor leads through the sign-up', () => {
  expect(addressOfChoice({ kind: 'link', id: 'a-B_9' }, false)).toBe('/signup?from=%2Fupload%3Flook%3Da-B_9')
})

function Page() {
  useChoiceInAddress()
  return null
}

function open(path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  )
}
