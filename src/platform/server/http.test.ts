import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from '../shared/errors.ts'
import { requireCaller, router, sendFile, type ServedFile } from './http.ts'

const BYTES = Uint8Array.from({ length: 1_000 }, (_, n) => n % 251)

test('reports a full disk to the client and logs it for the operator', async () => {
  const logged: unknown[][] = []
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const app = router()
  app.use((c, next) => {
    c.set('log', { error: (...line) => void logged.push(line) })
    return next()
  })
  app.post('/save', () => {
    throw full
  })
  const answer = await app.request('/save', { method: 'POST' })
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      error: { code: 'unavailable', message: "The server's disk is full. Try again in a few minutes.", details: {} },
    },
  ])
  expect(logged).toEqual([
    [{ err: full, requestId: undefined }, 'POST /save failed: the disk is full; free some space or raise the quota'],
  ])
})

test('sends a whole file with its length, ETag and support for ranges', async () => {
  const { get } = start()
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(headersOf(answer)).toMatchObject({
    'content-length': '1000',
    'accept-ranges': 'bytes',
    etag: '"v1"',
    'cache-control': 'private, no-cache',
  })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES)
})

test('sends exactly the bytes of a range', async () => {
  const { get } = start()
  const answer = await get({ range: 'bytes=100-199' })
  expect(answer.status).toBe(206)
  expect(headersOf(answer)).toMatchObject({ 'content-range': 'bytes 100-199/1000', 'content-length': '100' })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES.subarray(100, 200))
})

test('rejects a range outside the file with the file size', async () => {
  const { get, opened } = start()
  const answer = await get({ range: 'bytes=1000-' })
  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe('bytes */1000')
  expect(opened).toEqual([])
})

test('answers 304 for current content and sends the whole file for older content', async () => {
  const { get } = start()
  expect((await get({ 'if-none-match': '"v0", W/"v1"' })).status).toBe(304)
  expect((await get({ 'if-none-match': '"v0"' })).status).toBe(200)
  expect((await get({ range: 'bytes=5-', 'if-range': '"v0"' })).status).toBe(200)
  expect((await get({ range: 'bytes=5-', 'if-range': '"v1"' })).status).toBe(206)
})

test('HEAD answers like GET without opening the file', async () => {
  const { app, opened } = start()
  const answer = await app.request('/', { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe('1000')
  expect(await answer.text()).toBe('')
  expect(opened).toEqual([])
})

test('sends an empty file without opening it', async () => {
  const { get, opened } = start({ sizeBytes: 0 })
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe('0')
  expect(opened).toEqual([])
})

test.each([
  { name: 'My clip.mp4', plain: 'My clip.mp4' },
  { name: 'naïve “clip”.mp4', plain: 'na_ve _clip_.mp4' },
  { name: 'a"b\\c%41\r\nset-cookie: x', plain: 'a_b_c_41__set-cookie: x' },
  { name: '\ud800lone.mp4', plain: '_lone.mp4' },
])('a download is saved as $name', async ({ name, plain }) => {
  const { get } = start({ downloadName: name })
  const disposition = (await get()).headers.get('content-disposition') ?? ''
  expect(disposition).toContain(`attachment; filename="${plain}"`)
  expect(decodeURIComponent(disposition.split(`filename*=UTF-8''`)[1] ?? '')).toBe(name.toWellFormed())
})

test('errors keep their message and status; malformed input is 422; a defect reveals nothing', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const app = router()
    .get('/refused', () => {
      throw new AppError('insufficient_credits', 'Insufficient credits', { current: 5, required: 10 })
    })
    .get('/malformed', () => {
      z.object({ id: z.uuid() }).parse({ id: 7 })
      throw new Error('not reached')
    })
    .get('/defect', () => {
      throw new Error('password=hunter2 in /srv/secret')
    })
    .get('/nobody', (c) => c.json(requireCaller(c)))
  expect(await answerOf(app, '/refused')).toEqual([
    402,
    { code: 'insufficient_credits', message: 'Insufficient credits', details: { current: 5, required: 10 } },
  ])
  expect(await answerOf(app, '/malformed')).toMatchObject([422, { code: 'unprocessable' }])
  expect(await answerOf(app, '/nobody')).toEqual([
    401,
    { code: 'unauthorized', message: 'No user logged in', details: {} },
  ])
  expect(said).not.toHaveBeenCalled()
  expect(await answerOf(app, '/defect')).toEqual([
    500,
    { code: 'internal', message: 'Something went wrong', details: {} },
  ])
  expect(said).toHaveBeenCalledOnce()
})

async function answerOf(app: ReturnType<typeof router>, path: string): Promise<[number, unknown]> {
  const answer = await app.request(path)
  const { error } = z.object({ error: z.unknown() }).parse(await answer.json())
  return [answer.status, error]
}

function headersOf(answer: Response): Record<string, string> {
  return Object.fromEntries(answer.headers)
}

/** One route that serves one file. */
function start(o: Partial<ServedFile> = {}) {
  const opened: [number, number][] = []
  const file: ServedFile = {
    sizeBytes: BYTES.length,
    contentType: 'video/mp4',
    version: 'v1',
    open(first, last) {
      opened.push([first, last])
      return new Blob([BYTES.subarray(first, last + 1)]).stream()
    },
    ...o,
  }
  const app = router().get('/', (c) => sendFile(c, file))
  return { app, opened, get: async (headers: Record<string, string> = {}) => app.request('/', { headers }) }
}
