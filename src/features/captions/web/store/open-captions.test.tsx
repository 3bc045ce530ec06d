import type { ComponentProps } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import { beginReading, type Editor } from '#features/captions/web/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { startOfDocument } from '../../model/index.ts'

const TEXT = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')

test('shows the first captions while the rest loads, and rejects edits', async () => {
  const { server, rest } = await open()
  await expect.element(word('word0', true)).toBeVisible()
  await expect.element(page.getByText('Opening…')).toBeVisible()
  await type('changed')
  await expect.element(page.getByText('These captions are still opening. Try again in a moment.')).toBeVisible()
  // The typed text stays in its field.
  await expect.element(page.getByRole('textbox', { name: /^Edit/ })).toHaveValue('changed')
  expect(server.requests).toBe(0)
  rest.resolve()
})

test('edits all captions once they are loaded', async () => {
  const { server, rest } = await open()
  await expect.element(word('word0', true)).toBeVisible()
  rest.resolve()
  await expect.element(page.getByText('Saved')).toBeVisible()
  await type('changed')
  await sent(() => server.document.words.length).toBe(900)
  await eventually(() => server.document.words[0]?.text).toBe('changed')
})

test('reports when the rest does not arrive', async () => {
  const { rest } = await open()
  await expect.element(word('word0', true)).toBeVisible()
  rest.reject(new AppError('unavailable', 'The captions did not arrive in full. Check your connection and try again.'))
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('hands over the first captions before it renders any', async () => {
  const received: string[] = []
  const isRendered = () => document.querySelector('[aria-label=Transcript]') !== null
  const { rest } = await open({
    onFirstCaptions: ({ words: [first] }) => received.push(`${first?.text}, ${isRendered() ? 'late' : 'early'}`),
  })
  await expect.element(word('word0', true)).toBeVisible()
  expect(received).toEqual(['word0, early'])
  rest.resolve()
})

test('shows captions that were read before it without waiting for an answer of its own', async () => {
  const start = { ...startOfDocument(documentOf(TEXT)), access: 'owner', viewing: null }
  const response = Promise.resolve(new Response(`${JSON.stringify(start)}\n`))
  window.earlyResponses = new Map([['/api/captions/read-before/document ', response]])
  onTestFinished(() => void delete window.earlyResponses)
  await new Promise<void>((resolve) => beginReading('read-before', () => resolve()))
  const server = new CaptionServer(documentOf(TEXT))
  server.open = () => new Promise(() => {})
  await showEditor(server, { projectId: 'read-before' })
  await expect.element(word('word0', true)).toBeVisible()
})

/** Opens captions whose rest arrives on demand. */
async function open(props: Partial<ComponentProps<typeof Editor>> = {}) {
  const server = new CaptionServer(documentOf(TEXT))
  const rest = Promise.withResolvers<void>()
  server.rest = rest.promise
  await showEditor(server, props)
  return { server, rest }
}

/** Replaces the first word. */
async function type(text: string) {
  await word('word0', true).dblClick()
  await userEvent.keyboard(`${text}{Enter}`)
}
