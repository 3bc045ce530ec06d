import { afterEach, expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { partsOfDocument, startOfDocument } from '../../model/index.ts'
import { beginReading, firstCaptions, type OpenedDocument, readDocument } from './read-document.ts'

const realFetch = globalThis.fetch
const PATH = '/api/captions/v-1/document'
const SAID = documentOf(Array.from({ length: 900 }, (_, at) => `word${at}`).join(' '))
const FIRST = { ...startOfDocument(SAID), access: 'editor', viewing: false }
const LINES = [FIRST, ...partsOfDocument(SAID)]

afterEach(() => {
  globalThis.fetch = realFetch
  delete window.earlyResponses
})

test('the first captions that a page has requested are there before their editor reads them', async () => {
  early(linesOf(LINES))
  const started: OpenedDocument[] = []
  beginReading('v-1', (start) => started.push(start))
  expect(firstCaptions('v-1')).toBeUndefined()
  await expect.poll(() => started).toHaveLength(1)
  const first = firstCaptions('v-1')
  expect(first?.document).toEqual(FIRST.document)
  const shown: OpenedDocument[] = []
  const whole = await readDocument('v-1', (start) => shown.push(start))
  // The same object: who shows it already renders nothing again.
  expect(shown).toEqual([first])
  expect(shown[0]).toBe(first)
  expect(whole.document.words).toHaveLength(900)
  expect(firstCaptions('v-1')).toBeUndefined()
})

test('an editor that reads before they arrive gets the same answer', async () => {
  const arrival = Promise.withResolvers<Response>()
  early(arrival.promise)
  const requests = answerRequests(() => Response.error())
  beginReading('v-1', () => {})
  const reading = readDocument('v-1')
  arrival.resolve(linesOf(LINES))
  expect((await reading).document.words).toHaveLength(900)
  expect(requests).toEqual([])
})

test('captions that the page has not requested are requested by their editor', async () => {
  const requests = answerRequests(() => linesOf(LINES))
  beginReading('v-1', () => {})
  // A request without a cause would be sent in this turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve))
  expect(requests).toEqual([])
  await readDocument('v-1')
  expect(requests).toEqual([PATH])
})

test('a refusal reaches the editor', async () => {
  early(Response.json({ json: { code: 'NOT_FOUND', message: 'Project not found' } }, { status: 404 }))
  beginReading('v-1', () => {})
  await expect(readDocument('v-1')).rejects.toThrow('Project not found')
})

function early(response: Response | Promise<Response>): void {
  window.earlyResponses = new Map([[`${PATH} `, Promise.resolve(response)]])
}

/** @returns the addresses of requests that are sent from now on */
function answerRequests(answer: () => Response): unknown[] {
  const requests: unknown[] = []
  globalThis.fetch = async (input) => {
    requests.push(input)
    return answer()
  }
  return requests
}

function linesOf(lines: readonly unknown[]): Response {
  return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
