import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startChild, startDaemon, startProcess } from './process.ts'

test('returns output line by line, then the exit status and the tail of the errors', async () => {
  const lines: string[] = []
  const end = await shell('echo one; printf "two\\nthree"; echo bad >&2; exit 3', {
    onStdoutLine: (line) => lines.push(line),
  }).done
  expect(lines).toEqual(['one', 'two', 'three'])
  expect(end).toEqual({ code: 3, signal: null, stderrTail: 'bad\n', stopped: null })
})

test('a child sees only the environment it is given', async () => {
  const lines: string[] = []
  await shell('env', { env: { GIVEN: 'yes' }, onStdoutLine: (line) => lines.push(line.split('=')[0] ?? '') }).done
  expect(lines.filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name)).toSorted()).toEqual([
    'GIVEN',
    'LANG',
    'PATH',
  ])
})

test('a child with a niceness gives way to its parent by that much', async () => {
  const lines: string[] = []
  await shell('nice', { niceness: 5, onStdoutLine: (line) => lines.push(line) }).done
  expect(lines).toEqual([String(Math.min(19, getPriority() + 5))])
})

const SESSION_PRIORITY = '/proc/self/autogroup'

// Some kernels share the processor among processes alone.
test.runIf(existsSync(SESSION_PRIORITY))('the session of a child gives way as the child does', async () => {
  const script = `until grep 'nice 5$' ${SESSION_PRIORITY}; do sleep 0.05; done`
  const { code } = await shell(script, { niceness: 5, limits: { wallMs: 10_000 } }).done
  expect(code).toBe(0)
})

test('binary input and output pass through with backpressure', async () => {
  const child = startProcess({ command: 'cat', args: [], stdin: 'open', stdout: 'read' })
  const sent = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 256))
  const received: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => received.push(chunk))
  expect(child.stdin.write(sent), 'a pipe is fuller than that').toBe(false)
  await once(child.stdin, 'drain')
  child.stdin.end()
  await child.done
  expect(Buffer.concat(received).equals(sent)).toBe(true)
})

test('aborting ends the whole group after the grace period, even if it ignores SIGTERM', async () => {
  const stop = new AbortController()
  const ready = Promise.withResolvers<number>()
  const child = shell('trap "" TERM; sleep 300 & echo $!; while :; do sleep 1; done', {
    signal: stop.signal,
    graceMs: 300,
    onStdoutLine: (line) => ready.resolve(Number(line)),
  })
  const grandchild = await ready.promise
  stop.abort()
  const end = await child.done
  expect(end).toMatchObject({ code: null, signal: 'SIGKILL', stopped: 'aborted' })
  await expect.poll(() => isAlive(grandchild)).toBe(false)
})

test('does not start a program when the signal is already aborted', () => {
  const reason = new Error('too late')
  expect(() => shell('true', { signal: AbortSignal.abort(reason) })).toThrow(reason)
})

test('the wall clock, the processor, the memory and the file size are limited', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-process-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [wall, processor, memory, file] = await Promise.all([
    shell('sleep 300', { limits: { wallMs: 100 } }).done,
    shell('while :; do :; done', { limits: { cpuSeconds: 1 } }).done,
    startProcess({
      command: 'dd',
      args: ['if=/dev/zero', 'of=/dev/null', 'bs=200M', 'count=1'],
      limits: { memoryMb: 64, wallMs: 20_000 },
    }).done,
    shell(`head -c 100000 /dev/zero > ${folder}/big`, { limits: { fileBytes: 1_000 } }).done,
  ])
  expect(wall).toMatchObject({ stopped: 'timeout', signal: 'SIGTERM' })
  expect(processor.signal).toBe('SIGXCPU')
  expect(memory).toMatchObject({ code: 1, stopped: null, stderrTail: expect.stringContaining('memory exhausted') })
  expect(file.code).not.toBe(0)
  expect((await readFile(join(folder, 'big'))).length).toBe(1_000)
})

test('a time limit of a month does not end a program immediately', async () => {
  const { code, stopped } = await shell('sleep 0.1', { limits: { wallMs: 30 * 86_400_000 } }).done
  expect([code, stopped]).toEqual([0, null])
})

test('a missing program ends with status 127 and an error message', async () => {
  const end = await startProcess({ command: '/no/such/program', args: [] }).done
  expect(end.code).toBe(127)
  expect(end.stderrTail).toContain('/no/such/program')
})

test('an endless line does not fill our memory', async () => {
  const lengths: number[] = []
  const onStdoutLine = (line: string) => void lengths.push(line.length)
  await shell('head -c 40000000 /dev/zero; echo; echo end', { onStdoutLine }).done
  expect(lengths).toEqual([expect.closeTo(16 * 1_048_576, -6), 3])
})

test('a Node.js child has our cache of compiled modules, and nothing else of our environment', async () => {
  const report = `import { getCompileCacheDir } from 'node:module'; console.log(JSON.stringify([getCompileCacheDir(), Object.keys(process.env)]))`
  const child = startChild({ module: '--input-type=module', args: ['-e', report] })
  const [line] = await once(child.stdout, 'data')
  const [cache, names] = z.tuple([z.string().nullable(), z.array(z.string())]).parse(JSON.parse(String(line)))
  expect(cache ?? undefined).toBe(getCompileCacheDir())
  expect(names).not.toContain('HOME')
})

test('a child dies with its parent', async () => {
  const parent = startChild({
    module: '--input-type=module',
    args: [
      '-e',
      `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, 'process.ts'))};
       const { pid } = startProcess({ command: 'sleep', args: ['300'] }); console.log(pid); setInterval(() => {}, 1000)`,
    ],
  })
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(String(line))
  expect(isAlive(pid)).toBe(true)
  process.kill(parent.pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a child that is still starting dies with its parent', async () => {
  const parent = startChild({
    module: '--input-type=module',
    // Stopped as soon as there is a process, a child learns too late that there is nobody left to die with.
    args: [
      '-e',
      `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, 'process.ts'))};
       const pids = Array.from({ length: 20 }, () => {
         const { pid } = startProcess({ command: 'sleep', args: ['300'] });
         process.kill(pid, 'SIGSTOP');
         return pid;
       });
       console.log(pids.join(' ')); setInterval(() => {}, 1000)`,
    ],
  })
  const [line] = await once(parent.stdout, 'data')
  const pids = String(line).trim().split(' ').map(Number)
  expect(pids.filter(isAlive)).toHaveLength(20)
  process.kill(parent.pid, 'SIGKILL')
  await parent.done
  // By a shell, which does not mind that some have gone already.
  await shell(`kill -CONT ${pids.join(' ')}`).done
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('a daemon writes to its log and is detached from this process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-daemon-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const logFile = join(folder, 'log')
  const { pid } = startDaemon({ command: 'sh', args: ['-c', 'echo out; echo err >&2'], logFile })
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => readFile(logFile, 'utf8')).toBe('out\nerr\n')
})

test('does not wait for standard output that the caller reads', async () => {
  const child = startProcess({ command: 'echo', args: ['hello'], stdout: 'read' })
  expect((await child.done).code).toBe(0)
  expect(await text(child.stdout)).toBe('hello\n')
})

function shell(script: string, options: Partial<Parameters<typeof startProcess>[0]> = {}) {
  return startProcess({ command: 'sh', args: ['-c', script], ...options })
}

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
