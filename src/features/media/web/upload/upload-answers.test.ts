import { expect, test } from 'vitest'
import { decideResume, projectIdOf, refusalSentence } from './upload-answers.ts'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

test.each([`/api/uploads/${ID}`, `https://site.example/api/uploads/${ID.toUpperCase()}?x=1`])(
  'the upload %s belongs to its project',
  (url) => {
    expect(projectIdOf(url)).toBe(ID)
  },
)

test('an address without a project belongs to none', () => {
  expect(projectIdOf('/api/uploads')).toBeNull()
})

const TOO_LARGE = 'This file is 612 MB; the free plan takes up to 500 MB. Make it "smaller" or choose a larger plan.'

test.each([
  { status: 413, body: JSON.stringify({ error: { code: 'too_large', message: TOO_LARGE, details: {} } }) },
  { status: 413, body: `${TOO_LARGE}\n` },
  { status: 503, body: JSON.stringify({ error: { code: 'unavailable', message: TOO_LARGE, details: {} } }) },
])('shows the sentence of a refusal as the server wrote it ($body)', ({ status, body }) => {
  expect(refusalSentence(status, body)).toBe(TOO_LARGE)
})

test.each([
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 503, body: 'upstream connect error' },
  { status: 400, body: '<h1>Bad request</h1>' },
  { status: undefined, body: 'tus: failed to upload chunk at offset 0, caused by [object ProgressEvent]' },
])('turns a malformed response ($status) into a sentence with advice', ({ status, body }) => {
  expect(refusalSentence(status, body)).toBe('The upload stopped. Try again to continue where it stopped.')
})

test('an ended session says that the upload can continue after a log-in', () => {
  expect(refusalSentence(401, '{}')).toContain('Log in')
})

test('a deleted video says that its file can be uploaded again', () => {
  expect(refusalSentence(404, '')).toBe('The server no longer has this video. Upload the file again as a new video.')
})

test.each([200, 204])('an upload that the server knows (%i) resumes', (status) => {
  expect(decideResume(status, true)).toBe('resume')
})

test.each([409, 423, 429, 500, 502, 503, 504])('a server that cannot answer (%i) is asked again', (status) => {
  expect(decideResume(status, true)).toBe('retry')
  expect(decideResume(status, false)).toBe('retry')
})

test.each([403, 404, 410])('only an upload without a video restarts when it is refused (%i)', (status) => {
  expect(decideResume(status, true)).toBe('stop')
  expect(decideResume(status, false)).toBe('restart')
})

test('an ended session stops an upload, with a video or without', () => {
  expect(decideResume(401, true)).toBe('stop')
  expect(decideResume(401, false)).toBe('stop')
})
