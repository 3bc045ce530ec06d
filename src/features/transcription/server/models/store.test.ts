import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startProcess } from '#platform/server/process.ts'
import { CATALOGUE, type CatalogueModel, downloadBytes } from './catalogue.ts'
import { modelStore, type ModelStoreDeps } from './store.ts'

const folder = await mkdtemp(join(tmpdir(), 'wordpop-models-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const WEIGHTS = Buffer.alloc(400_000, 'weights that nobody trained. ')
const TOKENS = Buffer.from('a 0\nb 1\n')
const files = { 'model.onnx': WEIGHTS, 'tokens.txt': TOKENS }

test('downloads a model with progress, verifies it and stores its licence', async () => {
  const { store, asked, model } = await start()
  const seen: number[] = []
  const directory = await store.ensure(model.id, { signal: never(), onProgress: (done) => seen.push(done) })
  expect(await readFile(join(directory, 'model.onnx'))).toEqual(WEIGHTS)
  expect(await readFile(join(directory, 'LICENCE.txt'), 'utf8')).toContain('CC BY 4.0')
  expect(seen.at(-1)).toBe(downloadBytes(model))
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(asked()).toHaveLength(2)
  await store.ensure(model.id, { signal: never() })
  expect(asked()).toHaveLength(2)
})

test('resumes a download after each of two lost connections', async () => {
  const { store, asked, model } = await start({ answer: cutting(2) })
  const directory = await store.ensure(model.id, { signal: never() })
  expect(await readFile(join(directory, 'model.onnx'))).toEqual(WEIGHTS)
  const ranges = asked().map(({ range }) => range)
  expect(ranges.slice(0, 3)).toEqual([
    undefined,
    expect.stringMatching(/^bytes=[1-9]/),
    expect.stringMatching(/^bytes=[1-9]/),
  ])
})

test('keeps an aborted download and resumes it next time', async () => {
  const { store, asked, model, directory } = await start()
  const stop = new AbortController()
  const pending = store.ensure(model.id, {
    signal: stop.signal,
    onProgress: (done) => done > 100_000 && stop.abort(new Error('enough')),
  })
  await expect(pending).rejects.toThrow('enough')
  const part = await stat(join(directory, `.${model.id}.download`, 'model.onnx.part'))
  expect(part.size).toBeGreaterThan(0)
  expect(await store.directoryOf(model.id)).toBeUndefined()
  await store.ensure(model.id, { signal: never() })
  expect(asked()[1]?.range).toMatch(/^bytes=[1-9]/)
})

test('restarts the download of a file that changed on the server', async () => {
  const { store, asked, model } = await start({ answer: cutting(1, { etag: (n) => `"version-${n}"` }) })
  const directory = await store.ensure(model.id, { signal: never() })
  expect(await readFile(join(directory, 'model.onnx'))).toEqual(WEIGHTS)
  // The second request names the first version, so the server sends the whole file.
  expect(asked()[1]).toMatchObject({ range: expect.stringMatching(/^bytes=/), ifRange: '"version-1"' })
})

test('deletes a part that the server cannot continue and restarts the download', async () => {
  const refuseRange = (request: IncomingMessage, response: ServerResponse, send: Send) => {
    if (request.headers.range === undefined) return send()
    response.writeHead(416).end()
  }
  const { store, model, directory } = await start({ answer: () => refuseRange })
  const staging = join(directory, `.${model.id}.download`)
  await mkdir(staging, { recursive: true })
  await writeFile(join(staging, 'model.onnx.part'), WEIGHTS.subarray(0, 1_000))
  const installed = await store.ensure(model.id, { signal: never() })
  expect(await readFile(join(installed, 'model.onnx'))).toEqual(WEIGHTS)
})

test('rejects a download with unexpected bytes and keeps none of it', async () => {
  const wrong = Buffer.alloc(WEIGHTS.length, 'x')
  const { store, model, directory } = await start({ content: { ...files, 'model.onnx': wrong } })
  await expect(store.ensure(model.id, { signal: never() })).rejects.toThrow(/not the file that was expected/)
  expect(await readdir(join(directory, `.${model.id}.download`))).toEqual([])
  expect(await store.directoryOf(model.id)).toBeUndefined()
})

test('stops a server that sends more bytes than the file has', async () => {
  const { store, model } = await start({ content: { ...files, 'model.onnx': Buffer.concat([WEIGHTS, WEIGHTS]) } })
  await expect(store.ensure(model.id, { signal: never() })).rejects.toThrow(/sent more data than expected/)
})

test('follows a redirect to another address', async () => {
  const away = (request: IncomingMessage, response: ServerResponse, send: Send) => {
    if (request.url?.startsWith('/elsewhere/') === true) return send(request.url.replace('/elsewhere', ''))
    response.writeHead(302, { location: `/elsewhere${request.url ?? ''}` }).end()
  }
  const { store, model } = await start({ answer: () => away })
  const directory = await store.ensure(model.id, { signal: never() })
  expect(await readFile(join(directory, 'tokens.txt'))).toEqual(TOKENS)
})

test('names a server that responds with an error, and its status', async () => {
  const { store, model } = await start({ answer: () => (_, response) => void response.writeHead(503).end() })
  await expect(store.ensure(model.id, { signal: never() })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('503'),
  })
})

test('reports a full disk with both amounts before the download starts', async () => {
  const { store, asked, model } = await start({ freeBytes: async () => 100 * 1_048_576 })
  const refused = store.ensure(model.id, { signal: never() })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { availableBytes: 104_857_600 } })
  await expect(refused).rejects.toThrow(/needs \d+ MB of free disk space, and 105 MB are free\.$/)
  expect(asked()).toHaveLength(0)
})

test('rejects a second download of a model while the first is running', async () => {
  const { store, model } = await start()
  const both = await Promise.allSettled([1, 2].map(() => store.ensure(model.id, { signal: never() })))
  const refused = both.filter((each) => each.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'conflict' } }])
})

test.each([
  { what: 'was killed before it wrote its process id', left: '' },
  { what: 'died, and whose process id is reused', left: `${hostname()} ${process.pid}` },
])('starts a download after one that $what', async ({ left }) => {
  const { store, model, directory } = await start()
  await writeFile(join(directory, `.${model.id}.download.lock`), left)
  expect(await store.ensure(model.id, { signal: never() })).toBe(join(directory, model.id))
})

test('treats a folder filled by hand as installed, unless a file is truncated', async () => {
  const { store, model, directory } = await start()
  const own = join(directory, model.id)
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'model.onnx'), WEIGHTS)
  await writeFile(join(own, 'tokens.txt'), TOKENS)
  expect(await store.directoryOf(model.id)).toBe(own)
  await truncate(join(own, 'model.onnx'), 1_000)
  expect(await store.directoryOf(model.id)).toBeUndefined()
  expect((await store.status())[0]).toMatchObject({ installed: false })
})

test('reads a model again on next use after a read error', async () => {
  const sizeOfFolder = (await stat(await mkdtemp(join(folder, 'empty-')))).size
  const weights = Buffer.alloc(sizeOfFolder, 'w')
  const file = { name: 'model.onnx', path: 'models/model.onnx', bytes: weights.length, sha256: sha256(weights) }
  const { store, model, directory } = await start({ model: { files: [file] } })
  const path = join(directory, model.id, file.name)
  const writtenAt = new Date('2026-11-20T12:00:00Z')
  // Same length and time as the later file, and every read fails.
  await mkdir(path, { recursive: true })
  await utimes(path, writtenAt, writtenAt)
  await expect(store.directoryOf(model.id)).rejects.toThrow('EISDIR')
  await rm(path, { recursive: true })
  await writeFile(path, weights)
  await utimes(path, writtenAt, writtenAt)
  expect(await store.directoryOf(model.id)).toBe(join(directory, model.id))
})

test('detects wrong bytes in a file of the right length before use', async () => {
  const { store, model, directory } = await start()
  const own = join(directory, model.id)
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'model.onnx'), Buffer.alloc(WEIGHTS.length, 'x'))
  await writeFile(join(own, 'tokens.txt'), TOKENS)
  expect(await store.directoryOf(model.id)).toBeUndefined()
  expect((await store.status())[0]).toMatchObject({ installed: false, problem: expect.stringContaining('damaged') })
})

test('unpacks an archived model, verifies it and keeps only the needed files', async () => {
  const { archive, keeps } = await packed()
  const model: Partial<CatalogueModel> = {
    files: [],
    archive: {
      path: 'models/tones.tar.bz2',
      name: 'tones.tar.bz2',
      bytes: archive.length,
      sha256: sha256(archive),
      keeps,
    },
  }
  const { store, model: whole } = await start({ model, content: { 'tones.tar.bz2': archive } })
  const directory = await store.ensure(whole.id, { signal: never() })
  expect((await readdir(directory)).toSorted()).toEqual(['LICENCE.txt', 'model.onnx', 'tokens.txt'])
  expect(await readFile(join(directory, 'model.onnx'))).toEqual(WEIGHTS)
})

test('removes the partial download along with a model', async () => {
  const { store, model, directory } = await start()
  await store.ensure(model.id, { signal: never() })
  await store.remove(model.id)
  expect(await store.directoryOf(model.id)).toBeUndefined()
  expect((await readdir(directory)).filter((name) => name.includes(model.id))).toEqual([])
})

test('lists full hashes, sizes and required files for every model in the catalogue', () => {
  for (const { files: all, archive, roles, attribution, licence } of CATALOGUE) {
    const remote = [...all, ...(archive === null ? [] : [archive])]
    expect(remote.length).toBeGreaterThan(0)
    for (const { sha256: hash, bytes } of remote) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(bytes).toBeGreaterThan(0)
    }
    const names = [...all.map(({ name }) => name), ...(archive?.keeps ?? []).map(({ name }) => name)]
    expect(names).toEqual(expect.arrayContaining(Object.values(roles)))
    if (licence === 'CC-BY-4.0') expect(attribution).toContain('CC BY 4.0')
  }
})

type Send = (path?: string) => void
type Answer = (request: IncomingMessage, response: ServerResponse, send: Send) => void
type Asked = { readonly path: string; readonly range: string | undefined; readonly ifRange: string | undefined }

/** A store over a local server with a generated model. */
async function start(
  o: {
    content?: Record<string, Buffer>
    answer?: (content: Record<string, Buffer>) => Answer
    model?: Partial<CatalogueModel>
    freeBytes?: ModelStoreDeps['freeBytes']
  } = {},
) {
  const content: Record<string, Buffer> = o.content ?? files
  const asked: Asked[] = []
  const answer = o.answer?.(content) ?? ((_request, _response, send) => send())
  const server = createServer((request, response) => {
    asked.push({
      path: request.url ?? '',
      range: request.headers.range,
      ifRange: z.string().optional().parse(request.headers['if-range']),
    })
    answer(request, response, (path) =>
      sendFile(request, response, content[basename(path ?? request.url ?? '')], { etag: '"one"' }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = z.object({ port: z.number() }).parse(server.address())

  const [real] = CATALOGUE
  if (real === undefined) throw new Error('the catalogue is empty')
  const remote = Object.entries(files).map(([name, bytes]) => ({
    name,
    path: `models/${name}`,
    bytes: bytes.length,
    sha256: sha256(bytes),
  }))
  const model: CatalogueModel = { ...real, id: 'tones', label: 'Tones', files: remote, archive: null, ...o.model }
  const directory = await mkdtemp(join(folder, 'store-'))
  const store = modelStore({
    catalogue: [model],
    directory,
    mirror: `http://127.0.0.1:${port}/`,
    freeBytes: o.freeBytes ?? (async () => 1e12),
  })
  return { store, model, directory, asked: () => asked.filter(({ path }) => path.startsWith('/models/')) }
}

/** Drops the connection in the middle of the weights, the given number of times. */
function cutting(times: number, o: { etag?: (request: number) => string } = {}) {
  return (content: Record<string, Buffer>): Answer => {
    let [requests, cuts] = [0, 0]
    return (request, response) => {
      requests += 1
      const cut = cuts < times && request.url?.endsWith('.onnx') === true
      if (cut) cuts += 1
      sendFile(request, response, content[basename(request.url ?? '')], {
        etag: o.etag?.(requests) ?? '"one"',
        ...(cut && { stopAfter: 150_000 }),
      })
    }
  }
}

/** The response of a correct file server, with ranges and validators. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | undefined,
  o: { etag: string; stopAfter?: number },
): void {
  if (body === undefined) return void response.writeHead(404).end()
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const ifRange = request.headers['if-range']
  const partial = from > 0 && (ifRange === undefined || ifRange === o.etag)
  const sent = partial ? body.subarray(from) : body
  const headers = {
    etag: o.etag,
    'content-length': sent.length,
    ...(partial && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
  }
  response.writeHead(partial ? 206 : 200, headers)
  if (o.stopAfter === undefined) return void response.end(sent)
  response.write(sent.subarray(0, o.stopAfter), () => response.destroy())
}

async function packed() {
  const inside = await mkdtemp(join(folder, 'pack-'))
  await mkdir(join(inside, 'tones'))
  await writeFile(join(inside, 'tones', 'model.onnx'), WEIGHTS)
  await writeFile(join(inside, 'tones', 'tokens.txt'), TOKENS)
  await writeFile(join(inside, 'tones', 'README.md'), 'not needed')
  const path = join(inside, 'tones.tar.bz2')
  const { code } = await startProcess({ command: 'tar', args: ['-cjf', path, '-C', inside, 'tones'] }).done
  expect(code).toBe(0)
  const keeps = [
    { member: 'tones/model.onnx', name: 'model.onnx', sha256: sha256(WEIGHTS) },
    { member: 'tones/tokens.txt', name: 'tokens.txt', sha256: null },
  ]
  return { archive: await readFile(path), keeps }
}

function basename(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function never(): AbortSignal {
  return new AbortController().signal
}
