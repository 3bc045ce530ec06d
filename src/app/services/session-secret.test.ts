import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sessionSecret } from './session-secret.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'secret-'))
afterAll(() => rm(dataDir, { recursive: true }))

test('processes starting at once agree on one secret that only its owner can read', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => sessionSecret({ given: undefined, dataDir })))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toHaveLength(43)
  expect(await readdir(dataDir)).toEqual(['session-secret'])
  expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600)
})

test('uses the operator’s own secret', async () => {
  expect(await sessionSecret({ given: 'x'.repeat(32), dataDir })).toBe('x'.repeat(32))
})
