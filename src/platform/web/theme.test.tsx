import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseTheme, THEME_SCRIPT, useTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

test.each([
  { stored: 'light', shows: 'light' },
  { stored: 'dark', shows: 'dark' },
  // The test browser prefers light.
  { stored: null, shows: 'light' },
  { stored: 'purple', shows: 'light' },
])('with $stored remembered the page starts $shows, before anything is painted', ({ stored, shows }) => {
  if (stored !== null) localStorage.setItem('theme', stored)
  runHeadScript()
  expect(document.documentElement.dataset['theme']).toBe(shows)
})

test('the page starts dark if the system does not prefer light', () => {
  const asked = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  runHeadScript()
  expect(asked).toHaveBeenCalledWith('(prefers-color-scheme: light)')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  asked.mockRestore()
})

test('a chosen theme is shown at once and remembered', async () => {
  runHeadScript()
  await render(<Toggle />)
  await page.getByRole('button').click()
  await expect.element(page.getByRole('button')).toHaveTextContent('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

test('a theme chosen in another tab applies here too', async () => {
  chooseTheme('dark')
  await render(<Toggle />)
  localStorage.setItem('theme', 'light')
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  await expect.element(page.getByRole('button')).toHaveTextContent('light')
})

function Toggle() {
  const theme = useTheme()
  return <button onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}>{theme}</button>
}

function runHeadScript(): void {
  const script = document.createElement('script')
  script.textContent = THEME_SCRIPT
  document.head.append(script)
  script.remove()
}
