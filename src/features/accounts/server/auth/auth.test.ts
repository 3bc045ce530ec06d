import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { silentLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { openAuth } from './auth.ts'
import type { AuthDeps } from '../deps.ts'
import { openDomainProviders } from '../domain-providers/open-domain-providers.ts'

const { db } = await testDatabase()

test('a sign-up whose start credits fail leaves nothing behind and works the next time', async () => {
  const { signUp, rowsOf } = start({
    onUserCreated: async () => {
      throw new Error('the process is gone')
    },
  })
  await expect(signUp('dana@example.com')).rejects.toThrow('the process is gone')
  expect(await rowsOf('dana@example.com')).toBe(0)
  expect((await db.$client.query('select 1 from identities')).rows).toEqual([])

  const working = start({ onUserCreated: async () => {} })
  expect(await working.signUp('dana@example.com')).toBe(200)
})

test('everything a new user needs commits in the transaction that creates the user', async () => {
  const seen: { inside: number; outside: number }[] = []
  const { signUp, rowsOf } = start({
    onUserCreated: async (tx, { userId }) => {
      const { rows } = await tx.$client.query('select 1 from users where id = $1', [userId])
      seen.push({ inside: rows.length, outside: await rowsOf('finn@example.com') })
    },
  })
  await signUp('finn@example.com')
  expect(seen).toEqual([{ inside: 1, outside: 0 }])
})

function start({ onUserCreated }: Pick<AuthDeps, 'onUserCreated'>) {
  const publicUrl = 'http://127.0.0.1:4870'
  const auth = openAuth({
    db,
    log: silentLog(),
    now: () => new Date(),
    newId: randomUUID,
    secret: 's'.repeat(32),
    publicUrl,
    providers: [],
    domainProviders: openDomainProviders({ db, secret: '', now: () => new Date(), isOn: false, allowPrivate: false }),
    mail: { send: async () => {} },
    addressProblem: async () => undefined,
    onUserCreated,
  })
  const signUp = async (email: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', origin: publicUrl, 'x-client-address': '127.0.0.1' }
    const body = JSON.stringify({ email, name: '', password: 'purple otter climbs' })
    return (await auth.handle(new Request(`${publicUrl}/api/auth/sign-up/email`, { method: 'POST', headers, body })))
      .status
  }
  const rowsOf = async (email: string) =>
    (await db.$client.query('select 1 from users where email = $1', [email])).rows.length
  return { signUp, rowsOf }
}
