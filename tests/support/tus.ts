import { open } from 'node:fs/promises'

/** Sends one request, like `fetch`. */
export type Send = (path: string, init?: RequestInit) => Promise<Response> | Response

/** Starts a tus upload. */
export async function beginUpload(send: Send, length: number, name = 'clip.mp4'): Promise<Response> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  return send('/api/uploads', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': metadata },
  })
}

/** Sends bytes of a tus upload from an offset on. */
export async function sendBytes(
  send: Send,
  location: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = {
    ...more,
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  return send(location, { method: 'PATCH', headers, body: bytes })
}

/** Uploads a whole file. @returns the project's id @throws Error if the upload is refused */
export async function upload(send: Send, path: string, name?: string): Promise<string> {
  const file = await open(path)
  const bytes = new Uint8Array(await file.readFile())
  await file.close()
  const begun = await beginUpload(send, bytes.length, name)
  if (begun.status !== 201) throw new Error(`refused with ${begun.status}: ${await begun.text()}`)
  const location = begun.headers.get('location') ?? ''
  const sent = await sendBytes(send, location, 0, bytes)
  if (sent.status !== 204) throw new Error(`refused with ${sent.status}: ${await sent.text()}`)
  return location.split('/').at(-1) ?? ''
}
