import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../tests/support/account.ts'
import { useDeparture } from './use-departure.ts'
import type { SignedIn } from './viewer.ts'

const ROBIN = { ...DANA, id: 'u2' }

test.each([
  { who: 'a visitor who signs in', seen: [undefined, null, DANA], leaves: 0 },
  { who: 'a user whose name was changed', seen: [DANA, { ...DANA, displayName: 'Dana' }], leaves: 0 },
  { who: 'a session that ended', seen: [undefined, DANA, null], leaves: 1 },
  { who: 'somebody else in their place', seen: [DANA, ROBIN], leaves: 1 },
  { who: 'a session that ended, and another', seen: [DANA, null, ROBIN], leaves: 1 },
])('$who: somebody left $leaves times', async ({ seen, leaves }) => {
  let left = 0
  const leave = async () => void (left += 1)
  const { rerender } = await render(<Bar account={seen[0]} left={leave} />)
  for (const account of seen) await rerender(<Bar account={account} left={leave} />)
  expect(left).toBe(leaves)
})

function Bar({ account, left }: { account: SignedIn | null | undefined; left: () => Promise<void> }) {
  useDeparture(account, left)
  return null
}
