import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { build } from 'vite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { diskPath } from '../../../../../tests/support/files.ts'
import { filesUnder } from '../../../../../tests/support/media.ts'
import { reservePort } from '../../../../../tests/support/reserve-port.ts'
import { startChild } from '#platform/server/process.ts'

const { db, url } = await testDatabase()
const serverModule = await bundledServer()
const SIZE = 60_000_000
/** The fractions at which the server is killed; at 1 the last byte is sent and the response has not come. */
const KILLS = [0.05, 0.2, 0.21, 0.55, 0.8, 0.98, 1]

test('an upload survives seven kills of the server and arrives whole, once', async () => {
  const { server, dataDir, path, sha256 } = await start()
  const waiting = [...KILLS]
  const progress: number[] = []
  let kills = 0

  const location = await new Promise<string>((done, failed) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: `${server.origin}/api/uploads`,
      uploadSize: SIZE,
      // Progress is reported at the start of a request, then ten times a second, in which everything could arrive.
      chunkSize: SIZE / 100,
      headers: { 'x-test-user': 'ada' },
      metadata: { filename: 'long.mp4' },
      retryDelays: Array.from({ length: 400 }, () => 50),
      onShouldRetry: () => true,
      onProgress(sent) {
        progress.push(sent)
        if (sent / SIZE < (waiting[0] ?? 2)) return
        waiting.shift()
        kills += 1
        void server.killAndRestart()
      },
      onError: failed,
      onSuccess: () => done(upload.url ?? ''),
    })
    upload.start()
  })

  expect(kills).toBeGreaterThanOrEqual(KILLS.length - 1)
  const id = location.split('/').at(-1)
  const { rows } = await db.$client.query(
    "select id, stage, sha256, size_bytes::int from projects where owner_id = 'ada'",
  )
  expect(rows).toEqual([{ id, stage: 'checking', sha256, size_bytes: SIZE }])
  expect(await hashOf(diskPath(dataDir, `projects/${id}/source`))).toBe(sha256)
  expect((await db.$client.query("select name from jobs where name = 'media.check'")).rows).toHaveLength(1)
  expect(await filesUnder(join(dataDir, 'uploads'))).toEqual([])
  // It resumed instead of restarting: each restart begins little below what was already sent.
  const restarts = progress.filter((sent, index) => sent === 0 && index > 0 && (progress[index - 1] ?? 0) > SIZE / 10)
  expect(restarts).toEqual([])
})

test('a paused upload resumes at the first attempt', async () => {
  const { server, dataDir, path, sha256 } = await start()
  const after: number[] = []
  const location = await new Promise<string>((done, failed) => {
    let paused = false
    const upload = new Upload(createReadStream(path), {
      endpoint: `${server.origin}/api/uploads`,
      uploadSize: SIZE,
      headers: { 'x-test-user': 'bob' },
      metadata: { filename: 'long.mp4' },
      retryDelays: null,
      onProgress(sent) {
        if (paused) after.push(sent)
        if (paused || sent < SIZE * 0.3) return
        paused = true
        void upload.abort().then(() => upload.start())
      },
      onError: failed,
      onSuccess: () => done(upload.url ?? ''),
    })
    upload.start()
  })
  expect(await hashOf(diskPath(dataDir, `projects/${location.split('/').at(-1)}/source`))).toBe(sha256)
  expect(Math.min(...after), 'what had arrived is not sent again').toBeGreaterThan(SIZE * 0.1)
})

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-killed-'))
  const path = join(dataDir, 'clip.bin')
  const bytes = randomBytes(SIZE)
  await writeFile(path, bytes)
  const server = await startServer(join(dataDir, 'data'))
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { server, dataDir: join(dataDir, 'data'), path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function startServer(dataDir: string) {
  const port = await reservePort()
  const launch = () => {
    const ready = Promise.withResolvers<void>()
    const child = startChild({
      module: serverModule,
      args: [dataDir, url, String(port)],
      onStdoutLine: () => ready.resolve(),
      onStderrLine: (line) => ready.reject(new Error(line)),
    })
    return { child, ready: ready.promise }
  }
  let current = launch()
  await current.ready
  // One after the other: two kills close together would start two servers on one port.
  let restarting = Promise.resolve()
  return {
    origin: `http://127.0.0.1:${port}`,
    async killAndRestart() {
      restarting = restarting.then(async () => {
        process.kill(current.child.pid, 'SIGKILL')
        await current.child.done
        current = launch()
        await current.ready
      })
      await restarting
    },
    async stop() {
      await restarting
      process.kill(current.child.pid, 'SIGKILL')
      await current.child.done
    },
  }
}

/** The server as one file: it starts nine times, and most of each start would be reading 400 modules. */
async function bundledServer(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'wordpop-upload-server-'))
  afterAll(() => rm(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    logLevel: 'silent',
    // The driver works without its native half.
    ssr: { noExternal: true, external: ['pg-native'] },
    build: { ssr: 'tests/support/upload-server.ts', outDir, minify: false },
  })
  return join(outDir, 'upload-server.js')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
