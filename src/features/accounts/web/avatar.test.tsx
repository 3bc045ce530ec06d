import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Avatar } from './avatar.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

test.each([
  { displayName: 'Dana Ray', email: 'x@example.com', shows: 'D' },
  { displayName: '  ', email: 'finn@example.com', shows: 'F' },
  { displayName: '', email: 'ada.low@example.com', shows: 'A' },
  { displayName: 'Éva', email: 'x@example.com', shows: 'É' },
])('shows "$displayName" of $email as the letter $shows', async ({ displayName, email, shows }) => {
  await render(
    <div data-testid="avatar">
      <Avatar account={{ displayName, email, photo: null }} />
    </div>,
  )
  await expect.element(page.getByTestId('avatar')).toHaveTextContent(shows)
  expect(document.querySelector('[data-testid=avatar] img')).toBeNull()
})

test('shows the photo instead of the letter', async () => {
  await render(
    <div data-testid="avatar">
      <Avatar account={{ displayName: 'Dana', email: 'dana@example.com', photo: PIXEL }} />
    </div>,
  )
  expect(document.querySelector('[data-testid=avatar] img')?.getAttribute('src')).toBe(PIXEL)
  await expect.element(page.getByTestId('avatar')).toHaveTextContent('')
})
