import { afterEach, expect, test } from 'vitest'
import { bodyOf, earlyRequestsScript, takeEarlyResponse } from './early-requests.ts'

const realFetch = globalThis.fetch
/** A pixel, since nobody answers at the address of a picture here; what is appended to it is a fragment. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7#'
const REQUESTS = [
  { procedure: 'accounts/me' },
  { procedure: 'media/get', input: { projectId: ':projectId' } },
  { picture: PICTURE, ifAnswer: { stage: 'prepared' } },
  { file: '/api/captions/:projectId/document', ifAnswer: { stage: 'prepared' } },
]

afterEach(async () => {
  await Promise.all(window.earlyResponses?.values().toArray() ?? [])
  globalThis.fetch = realFetch
  delete window.earlyResponses
  delete window.earlyPictures
  document.cookie = 'signed-in=; max-age=0'
  history.replaceState(null, '', '/')
})

test('a page sends its first requests in order, with the parameters of its address', async () => {
  const sent = run(() => Response.json({ json: { id: 'somebody' } }))
  const video = await takeEarlyResponse('/api/rpc/media/get', bodyOf({ projectId: 'v-1' }))
  expect(await video?.json()).toEqual({ json: { id: 'somebody' } })
  expect(sent).toEqual(['/api/rpc/accounts/me {}', '/api/rpc/media/get {"json":{"projectId":"v-1"}}'])
})

test('a request that depends on an answer is sent only if that answer allows it', async () => {
  run(() => Response.json({ json: { stage: 'checking' } }))
  expect(await takeEarlyResponse('/api/captions/v-1/document')).toBeUndefined()
  const sent = run(() => Response.json({ json: { stage: 'prepared' } }))
  expect(await takeEarlyResponse('/api/captions/v-1/document')).toBeInstanceOf(Response)
  expect(sent.at(-1)).toBe('/api/captions/v-1/document ')
})

test('an early response is taken once; the next call asks again', async () => {
  run(() => Response.json({ json: { id: 'somebody' } }))
  await window.earlyResponses?.get('/api/captions/v-1/document')
  expect(await takeEarlyResponse('/api/rpc/accounts/me', bodyOf(undefined))).toBeInstanceOf(Response)
  expect(await takeEarlyResponse('/api/rpc/accounts/me', bodyOf(undefined))).toBeUndefined()
})

test('a visitor sends nothing beyond the first request', async () => {
  const sent = run(() => Response.json({ json: null }))
  expect(await takeEarlyResponse('/api/rpc/media/get', bodyOf({ projectId: 'v-1' }))).toBeUndefined()
  expect(sent).toEqual(['/api/rpc/accounts/me {}'])
})

test('without a connection, the call asks again and reports it', async () => {
  run(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(await takeEarlyResponse('/api/rpc/accounts/me', bodyOf(undefined))).toBeUndefined()
})

test('a response that was requested at once is given out only if the answers before allow it', async () => {
  document.cookie = 'signed-in=1'
  run(() => Response.json({ json: { stage: 'checking' } }))
  expect(await takeEarlyResponse('/api/captions/v-1/document')).toBeUndefined()
  run(() => Response.json({ json: { stage: 'prepared' } }))
  expect(await takeEarlyResponse('/api/captions/v-1/document')).toBeInstanceOf(Response)
})

test('a file that does not exist is no response', async () => {
  document.cookie = 'signed-in=1'
  run((path) => {
    return path.endsWith('document')
      ? new Response(null, { status: 204 })
      : Response.json({ json: { stage: 'prepared' } })
  })
  expect(await takeEarlyResponse('/api/captions/v-1/document')).toBeUndefined()
})

test('while somebody is signed in, all requests are sent at once', async () => {
  document.cookie = 'signed-in=1'
  const sent = run(() => Response.json({ json: { stage: 'checking' } }))
  expect(sent).toEqual([
    '/api/rpc/accounts/me {}',
    '/api/rpc/media/get {"json":{"projectId":"v-1"}}',
    '/api/captions/v-1/document ',
  ])
  expect(await window.earlyPictures?.get(PICTURE)).toBeInstanceOf(HTMLImageElement)
})

test('a picture is loaded if the answer before allows it', async () => {
  run(() => Response.json({ json: { stage: 'checking' } }))
  expect(await window.earlyPictures?.get(PICTURE)).toBeUndefined()
  run(() => Response.json({ json: { stage: 'prepared' } }))
  expect(await window.earlyPictures?.get(PICTURE)).toBeInstanceOf(HTMLImageElement)
})

test('an address with a query has no picture', () => {
  run(() => Response.json({ json: { stage: 'prepared' } }), '/projects/v-1?t=1000')
  expect(window.earlyPictures?.size).toBe(0)
})

test('a picture that cannot be loaded is none', async () => {
  run(() => Response.json({ json: { stage: 'prepared' } }), '/projects/v-1', 'data:text/plain,nothing')
  expect(await window.earlyPictures?.get('data:text/plain,nothing')).toBeUndefined()
})

/** Runs the script of the page of a video. @returns the requests it sends */
function run(answer: (path: string) => Response, address = '/projects/v-1', picture = PICTURE): string[] {
  const sent: string[] = []
  history.replaceState(null, '', address)
  globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, location.href)
    sent.push(`${pathname} ${typeof init?.body === 'string' ? init.body : ''}`)
    return answer(pathname)
  }
  const script = document.createElement('script')
  script.textContent = earlyRequestsScript(
    'projects/:projectId',
    REQUESTS.map((request) => ('picture' in request ? { ...request, picture } : request)),
  )
  document.head.append(script)
  script.remove()
  return sent
}
