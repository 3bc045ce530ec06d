import { afterEach, expect, test } from 'vitest'
import { hydrateRoot, type Root } from 'react-dom/client'
import { render } from 'vitest-browser-react'
import { beginHydration, endHydration, useMounted } from './use-mounted.ts'

let root: Root | undefined

afterEach(() => {
  endHydration()
  root?.unmount()
  document.body.replaceChildren()
})

test('hydrates the server’s HTML unchanged, then reports mounted', async () => {
  const drawn = document.createElement('div')
  drawn.innerHTML = '<p>anybody</p>'
  document.body.append(drawn)
  const first = drawn.firstChild
  beginHydration()
  const problems: unknown[] = []
  root = hydrateRoot(drawn, <Who />, { onRecoverableError: (problem) => problems.push(problem) })
  await expect.poll(() => drawn.textContent).toBe('you')
  expect(drawn.firstChild).toBe(first)
  expect(problems).toEqual([])
})

test('a component rendered later is mounted at once', async () => {
  const seen: boolean[] = []
  await render(<Who seen={seen} />)
  expect(seen).toEqual([true])
})

function Who({ seen }: { seen?: boolean[] }) {
  const mounted = useMounted()
  seen?.push(mounted)
  return <p>{mounted ? 'you' : 'anybody'}</p>
}
