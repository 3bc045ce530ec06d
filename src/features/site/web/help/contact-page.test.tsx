import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import { ContactPage } from './contact-page.tsx'

const WORDS = 'My captions are in the wrong language.'

test('sends a message with its topic and says where the reply goes', async () => {
  const { calls } = await open({ 'site/contact': { received: true } })
  await enter()
  await page.getByLabelText('Topic').selectOptions('Plans, credits and invoices')
  await send()
  await expect.element(page.getByText('Your message is with us')).toBeVisible()
  await expect.element(page.getByText('We answer at dana@example.com.')).toBeVisible()
  expect(calls).toEqual([
    {
      name: 'site/contact',
      input: {
        json: { name: 'Dana', email: 'dana@example.com', topic: 'billing', message: WORDS, website: '' },
      },
    },
  ])
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
})

test('shows the pending state of a message and sends it once', async () => {
  const answer = Promise.withResolvers<object>()
  const { calls } = await open({ 'site/contact': () => answer.promise })
  await enter()
  await send()
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('textbox', { name: 'Name' }).click()
  await page.getByRole('button', { name: 'Sending…' }).click({ force: true })
  answer.resolve({ received: true })
  await expect.element(page.getByText('Your message is with us')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('reports missing input at each field before sending', async () => {
  const { calls } = await open({})
  await page.getByLabelText('E-mail').fill('dana')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await send()
  await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription(/^Enter an e-mail address/)
  await expect
    .element(page.getByRole('textbox', { name: 'Message' }))
    .toHaveAccessibleDescription(/^Tell us a little more/)
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  expect(calls).toEqual([])
})

test('says how long to wait after too many messages and keeps the text', async () => {
  await open({
    'site/contact': refusal(429, 'too_many_requests', 'Wait a little.', { retryAfterSeconds: 754 }),
  })
  await enter()
  await send()
  await expect.element(page.getByRole('alert')).toMatchTextContent('You can send the next one in 13 minutes.')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue(WORDS)
})

test('keeps a message that failed to send and sends it again', async () => {
  let asked = 0
  await open({
    'site/contact': () => {
      asked += 1
      if (asked === 1) throw new TypeError('Failed to fetch')
      return { received: true }
    },
  })
  await enter()
  await send()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Dana')
  await send()
  await expect.element(page.getByText('Your message is with us')).toBeVisible()
})

test('hides the honeypot field from people', async () => {
  await open({})
  await expect.element(page.getByRole('textbox', { name: 'Leave this empty' })).not.toBeInTheDocument()
  expect(document.querySelector('input[name="website"]')?.getAttribute('tabindex')).toBe('-1')
})

async function open(answers: Record<string, unknown>) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/contact">
      <ContactPage />
    </Site>,
  )
  return asked
}

async function enter(): Promise<void> {
  await page.getByLabelText('Name').fill('Dana')
  await page.getByLabelText('E-mail').fill('dana@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill(WORDS)
}

async function send(): Promise<void> {
  await page.getByRole('button', { name: 'Send message' }).click()
}
