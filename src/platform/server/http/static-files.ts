import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { once } from '#platform/shared/once.ts'
import { type HttpEnv, sendFile } from '../http.ts'

/** A public file, and the path it is served at. */
export type StaticFile = { readonly url: string; readonly path: string; readonly immutable: boolean }

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.map': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest|wasm)|font\/ttf)/
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * Lists the files of a build once. Only these are ever served, so that no path can escape the folder.
 * @param o.immutable folder with content-hashed file names
 */
export async function listStaticFiles(directory: string, o: { immutable: string }): Promise<StaticFile[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const url = path.slice(directory.length).replaceAll('\\', '/')
      return { url, path, immutable: url.startsWith(`/${o.immutable}/`) }
    })
}

/**
 * Serves the listed files. Compressible ones are compressed once they are asked for, and cached in memory.
 * @returns a function that returns undefined for any other path, and for a missing file
 */
export function staticFiles(files: readonly StaticFile[]): (c: Context<HttpEnv>) => Promise<Response | undefined> {
  const known = new Map(files.map((file) => [file.url, once(() => load(file))]))
  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
    const loaded = await known.get(c.req.path)?.().catch(ifGone)
    return loaded && answer(c, loaded)
  }
}

/** A new build may have replaced the file after it was listed. */
function ifGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

type Loaded = {
  readonly file: StaticFile
  readonly contentType: string
  /** Sent from disk instead of memory. */
  readonly content: Blob
  readonly version: string
  readonly compressed: Compressed | null
}

async function load(file: StaticFile): Promise<Loaded> {
  const contentType = CONTENT_TYPES[extname(file.path)] ?? 'application/octet-stream'
  const content = await readFile(file.path)
  const compressed = COMPRESSIBLE.test(contentType) ? compressOnce(content) : null
  return { file, contentType, content: await openAsBlob(file.path), version: hashOf(content), compressed }
}

type Encoding = 'br' | 'gzip'

/** The content of a response in an encoding. */
export type Compressed = (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>

/** Compresses a response in each encoding that is asked for, once: browsers ask for Brotli, few others for gzip. */
export function compressOnce(content: Uint8Array): Compressed {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const made = {
    br: once(async () => new Uint8Array(await promisify(brotliCompress)(content, brotli))),
    gzip: once(async () => new Uint8Array(await promisify(gzip)(content, { level: 9 }))),
  }
  return (encoding) => made[encoding]()
}

/** A short hash of the content. */
export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** The best encoding that the client accepts; `q=0` means not accepted. */
export function encodingFor(c: Context): Encoding | null {
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((part) => part.trim().toLowerCase())
  const takes = (name: string) =>
    accepted.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

async function answer(c: Context<HttpEnv>, loaded: Loaded): Promise<Response> {
  const { file, contentType, content, version, compressed } = loaded
  const cacheControl = file.immutable ? IMMUTABLE : REVALIDATE
  const encoding = compressed === null ? null : encodingFor(c)
  if (compressed === null || encoding === null) {
    const open = (first: number, last: number) => content.slice(first, last + 1).stream()
    const sent = sendFile(c, { sizeBytes: content.size, contentType, version, cacheControl, open })
    if (compressed !== null) sent.headers.set('vary', 'accept-encoding')
    return sent
  }
  const etag = `"${version}-${encoding}"`
  const headers = { 'cache-control': cacheControl, 'content-type': contentType, etag, vary: 'accept-encoding' }
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const body = await compressed(encoding)
  return new Response(c.req.method === 'HEAD' ? null : body, {
    headers: { ...headers, 'content-encoding': encoding, 'content-length': String(body.length) },
  })
}
