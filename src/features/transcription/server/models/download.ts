import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '#platform/shared/errors.ts'

/** One file to fetch, complete and verified or not at all. */
export type Download = {
  /** http://, https://, or file:// for a file of this machine. */
  readonly url: string
  /** Path of the finished file; `.part` and `.part.tag` beside it hold an unfinished one. */
  readonly path: string
  readonly bytes: number
  /** SHA-256 in lower-case hexadecimal. */
  readonly sha256: string
  readonly signal: AbortSignal
  /** Receives the number of bytes downloaded so far. */
  onProgress(done: number): void
}

/** Consecutive connections without a new byte after which the download fails. */
const MOST_FRUITLESS = 3
/** Milliseconds without a byte after which a connection is aborted. */
const STALL_MS = 60_000

/**
 * Fetches one file, resuming an earlier attempt.
 * @throws AppError `unavailable` with a message for the operator; the signal's reason when aborted. Valid partial data
 *   is kept.
 */
export async function download(o: Download): Promise<void> {
  let fruitless = 0
  while (fruitless < MOST_FRUITLESS) {
    o.signal.throwIfAborted()
    const before = await sizeOf(partOf(o))
    try {
      if (await attempt(o)) return
    } catch (error) {
      o.signal.throwIfAborted()
      if (error instanceof AppError) throw error
      if (isDiskFull(error))
        throw new AppError('unavailable', 'The disk is full; free some space and start the download again.')
    }
    // A connection that made progress resets the count.
    fruitless = (await sizeOf(partOf(o))) > before ? 0 : fruitless + 1
  }
  throw new AppError(
    'unavailable',
    `${senderOf(o)} keeps breaking the connection; what was downloaded is kept for the next try.`,
  )
}

/** @returns false when the connection ended before the file did */
async function attempt(o: Download): Promise<boolean> {
  const have = Math.min(await sizeOf(partOf(o)), o.bytes)
  const hash = createHash('sha256')
  if (have < o.bytes) {
    const stalled = new AbortController()
    const response = await request(o, have, AbortSignal.any([o.signal, stalled.signal]))
    if (response === undefined) return false
    const file = await open(partOf(o), response.append ? 'a' : 'w')
    try {
      if (response.append) await hashPart(o, hash)
      await receive({ ...o, body: response.body, file, hash, done: response.append ? have : 0, stalled })
      await file.sync()
    } finally {
      await file.close()
    }
    if ((await sizeOf(partOf(o))) < o.bytes) return false
  } else await hashPart(o, hash)
  return finish(o, hash)
}

async function finish(o: Download, hash: Hash): Promise<boolean> {
  const size = await sizeOf(partOf(o))
  if (size === o.bytes && hash.digest('hex') === o.sha256) return true
  await forget(o)
  throw new AppError(
    'unavailable',
    `What ${senderOf(o)} sent is not the file that was expected, so it was thrown away.`,
  )
}

type Response = { readonly body: ReadableStream<Uint8Array>; readonly append: boolean }

/** @returns undefined when the server could not continue the partial file, which is then deleted */
async function request(o: Download, have: number, signal: AbortSignal): Promise<Response | undefined> {
  if (o.url.startsWith('file:')) return readLocal(o.url, have, signal)
  const tag = await readTag(o)
  const resume = have > 0 ? { range: `bytes=${have}-`, ...(tag === undefined ? {} : { 'if-range': tag }) } : {}
  const response = await fetch(o.url, { signal, headers: { 'accept-encoding': 'identity', ...resume } })
  if (response.status === 416) {
    await response.body?.cancel()
    await forget(o)
    return undefined
  }
  if ((response.status !== 200 && response.status !== 206) || response.body === null) {
    await response.body?.cancel()
    throw new AppError('unavailable', `${new URL(o.url).host} answered ${response.status} to the download.`)
  }
  const append = response.status === 206 && have > 0 && startsAt(response, have)
  if (response.status === 206 && !append) {
    await response.body.cancel()
    await forget(o)
    return undefined
  }
  // Only a strong validator proves that two responses are parts of the same file.
  const fresh = response.headers.get('etag')
  if (fresh !== null && !fresh.startsWith('W/')) await writeFile(tagOf(o), fresh)
  else if (!append) await rm(tagOf(o), { force: true })
  return { body: response.body, append }
}

/** A file of this machine, without its first bytes. */
async function readLocal(url: string, have: number, signal: AbortSignal): Promise<Response> {
  const path = fileURLToPath(url)
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) throw new AppError('unavailable', `${path} is no file that can be read.`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the global and the module's type of one class
  const body = Readable.toWeb(createReadStream(path, { start: have, signal })) as ReadableStream<Uint8Array>
  return { body, append: have > 0 }
}

/** Who sends the file, for messages. */
function senderOf({ url }: Download): string {
  return url.startsWith('file:') ? fileURLToPath(url) : new URL(url).host
}

function startsAt(response: globalThis.Response, have: number): boolean {
  return response.headers.get('content-range')?.startsWith(`bytes ${have}-`) === true
}

async function receive(
  o: Download & {
    body: ReadableStream<Uint8Array>
    file: FileHandle
    hash: Hash
    done: number
    stalled: AbortController
  },
): Promise<void> {
  let done = o.done
  const wait = (): NodeJS.Timeout => setTimeout(() => o.stalled.abort(new Error('no byte came')), STALL_MS)
  let timer = wait()
  try {
    for await (const chunk of o.body) {
      clearTimeout(timer)
      done += chunk.byteLength
      // More bytes than announced mean a different file.
      if (done > o.bytes) throw await tooMuch(o)
      o.hash.update(chunk)
      await o.file.write(chunk)
      o.onProgress(done)
      timer = wait()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function tooMuch(o: Download): Promise<AppError> {
  await forget(o)
  return new AppError('unavailable', `${senderOf(o)} sent more data than expected, so the download was deleted.`)
}

async function hashPart(o: Download, hash: Hash): Promise<void> {
  for await (const chunk of createReadStream(partOf(o), { highWaterMark: 1_048_576 })) {
    o.signal.throwIfAborted()
    hash.update(chunk)
  }
}

async function forget(o: Download): Promise<void> {
  await Promise.all([rm(partOf(o), { force: true }), rm(tagOf(o), { force: true })])
}

/** The unfinished file; the caller renames it to `path`. */
export function partOf({ path }: Pick<Download, 'path'>): string {
  return `${path}.part`
}

function tagOf(o: Download): string {
  return `${partOf(o)}.tag`
}

async function readTag(o: Download): Promise<string | undefined> {
  const text = await readFile(tagOf(o), 'utf8').catch(() => '')
  return text === '' ? undefined : text
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
