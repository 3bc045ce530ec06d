import { startTransition } from 'react'
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

test('what the page is for is shown before the rest', async () => {
  const drawn = document.createElement('div')
  drawn.innerHTML = '<p>anybody</p><p>anybody</p>'
  document.body.append(drawn)
  beginHydration()
  const shown: string[] = []
  const observer = new MutationObserver(() => void shown.push(drawn.textContent))
  observer.observe(drawn, { characterData: true, childList: true, subtree: true })
  startTransition(() => {
    root = hydrateRoot(drawn, [<Who key="rest" />, <Who key="purpose" isUrgent />])
  })
  await expect.poll(() => drawn.textContent).toBe('youyou')
  observer.disconnect()
  expect(shown).toEqual(['anybodyyou', 'youyou'])
})

function Who({ seen, isUrgent = false }: { seen?: boolean[]; isUrgent?: boolean }) {
  const mounted = useMounted({ isUrgent })
  seen?.push(mounted)
  return <p>{mounted ? 'you' : 'anybody'}</p>
}
