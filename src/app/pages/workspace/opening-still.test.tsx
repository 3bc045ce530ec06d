import { afterEach, beforeEach, expect, test } from 'vitest'
import { OPENING_STILL_SCRIPT, rememberPicture } from './opening-still.ts'

const STORED_AS = 'opening-stills'
const PATH = '/projects/3f0a1f0e-0000-4000-8000-000000000001'
const { href } = location

beforeEach(() => history.replaceState(null, '', PATH))

afterEach(() => {
  window.openingStill?.end()
  delete window.openingStill
  localStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', href)
})

test('an editor that was never opened here has no still', () => {
  remember('/projects/another')
  openDocument()
  expect(window.openingStill).toBeUndefined()
})

test('an editor that was opened here has one', () => {
  remember(PATH)
  openDocument()
  expect(window.openingStill).toBeDefined()
})

test('an address with a time has none, since it opens elsewhere', () => {
  remember(PATH)
  history.replaceState(null, '', `${PATH}?t=1000`)
  openDocument()
  expect(window.openingStill).toBeUndefined()
})

test.each(['nonsense', 'null', '{}', '[1]', `[{"path":"${PATH}"}]`, `[{"path":"${PATH}","view":[${size()}]}]`])(
  'storage with %s is ignored and then overwritten',
  (text) => {
    localStorage.setItem(STORED_AS, text)
    openDocument()
    expect(window.openingStill).toBeUndefined()
    remember(PATH)
    expect(storedPaths()).toEqual([PATH])
  },
)

test('the last twenty editors are remembered, the newest first', () => {
  const paths = Array.from({ length: 21 }, (_, at) => `/projects/${at}`)
  for (const path of paths) remember(path)
  remember('/projects/5')
  expect(storedPaths()).toHaveLength(20)
  expect(storedPaths().slice(0, 3)).toEqual(['/projects/5', '/projects/20', '/projects/19'])
  expect(storedPaths()).not.toContain('/projects/0')
})

test('a picture above an open keyboard, or without a size, is not remembered', () => {
  remember(PATH, { hasKeyboard: true })
  remember(PATH, { width: '0px' })
  expect(localStorage.getItem(STORED_AS)).toBeNull()
})

function openDocument(): void {
  const script = document.createElement('script')
  script.textContent = OPENING_STILL_SCRIPT
  document.body.append(script)
}

function remember(path: string, { hasKeyboard = false, width = '90px' } = {}): void {
  const editor = document.createElement('div')
  editor.toggleAttribute('data-keyboard', hasKeyboard)
  const picture = document.createElement('div')
  Object.assign(picture.style, { width, height: '160px' })
  editor.append(picture)
  document.body.append(editor)
  rememberPicture(picture, { path, hasPoster: false })
}

function storedPaths(): string[] {
  const places: { path: string }[] = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
  return places.map(({ path }) => path)
}

function size(): string {
  return `${innerWidth},${innerHeight}`
}
