import { expect, test } from 'vitest'
import { router } from '#platform/server/http.ts'
import { withSignedInCookie } from './signed-in-cookie.ts'

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

test('a session sets a cookie that scripts can read', async () => {
  expect(await cookiesBeside(`__Secure-wordpop.session_token=a.b=; Max-Age=2592000; ${ATTRIBUTES}`)).toEqual([
    'signed-in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ])
})

test('the end of a session removes it', async () => {
  expect(await cookiesBeside(`wordpop.session_token=; Max-Age=0; ${ATTRIBUTES}`)).toEqual([
    'signed-in=; Max-Age=0; Path=/; Secure; SameSite=Lax',
  ])
})

test('of two cookies of a session the last decides', async () => {
  const [ended, begun] = ['wordpop.session_token=; Max-Age=0', 'wordpop.session_token=a; Max-Age=9']
  expect(await cookiesBeside(ended, begun)).toEqual(['signed-in=1; Max-Age=9'])
})

test('other cookies and answers without any set none', async () => {
  expect(await cookiesBeside('wordpop.state=session_token=1; Path=/')).toEqual([])
  expect(await cookiesBeside()).toEqual([])
})

/** The cookies of a response besides those that its handler sets. */
async function cookiesBeside(...own: readonly string[]): Promise<string[]> {
  const app = router()
  app.use(withSignedInCookie)
  app.get('/', (c) => {
    for (const cookie of own) c.header('set-cookie', cookie, { append: true })
    return c.body(null, 204)
  })
  const answer = await app.request('/')
  return answer.headers.getSetCookie().filter((cookie) => !own.includes(cookie))
}
