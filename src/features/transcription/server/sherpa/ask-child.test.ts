import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { askChild } from './ask-child.ts'

const folder = await mkdtemp(join(tmpdir(), 'child-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

class Failure extends Error {}

test('passes the answers of a process on, and drops what native code writes between them', async () => {
  const lines = ['loading model', '{"type":"other"}', '{"count":1}', '[', '{"count":2}']
  const answers = await ask({ source: `process.stdout.write(${JSON.stringify(`${lines.join('\n')}\n`)})` })
  expect(answers).toEqual([{ count: 1 }, { count: 2 }])
})

test('says why a process failed', async () => {
  await expect(ask({ source: 'console.error("bad model"); process.exitCode = 7' })).rejects.toThrow(
    /it ended with 7: bad model/u,
  )
})

test('fails as its caller says if the process cannot start', async () => {
  // No program takes an argument with a null character.
  await expect(ask({ module: '/child\0.ts' })).rejects.toThrow(Failure)
})

test('starts no process for what is cancelled already', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(ask({ source: '', signal })).rejects.toThrow('cancelled')
})

test('ends a process that hangs when it is cancelled', async () => {
  const running = new AbortController()
  const source = `
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1_000)
    console.log(JSON.stringify({ count: process.pid }))
  `
  let pid = 0
  const onAnswer = ({ count }: { count: number }) => {
    pid = count
    running.abort(new Error('cancelled'))
  }
  await expect(ask({ source, signal: running.signal, onAnswer })).rejects.toThrow('cancelled')
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

/** The answers of a module, given by its path or its text. */
async function ask(o: {
  source?: string
  module?: string
  signal?: AbortSignal
  onAnswer?: (answer: { count: number }) => void
}): Promise<unknown[]> {
  const module = o.module ?? join(folder, 'child.mjs')
  if (o.source !== undefined) await writeFile(module, o.source)
  const answers: unknown[] = []
  await askChild({
    module,
    request: {},
    answers: z.object({ count: z.number() }),
    onAnswer: (answer) => {
      answers.push(answer)
      o.onAnswer?.(answer)
    },
    ...(o.signal && { signal: o.signal }),
    mostMs: 60_000,
    failure: (why, options) => new Failure(why, options),
  })
  return answers
}
