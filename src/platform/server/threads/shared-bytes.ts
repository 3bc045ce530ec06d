/** Bytes in shared memory; threads pass them without copying. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>

/** Copies bytes into shared memory. */
export function shareBytes(bytes: Uint8Array): SharedBytes {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  shared.set(bytes)
  return shared
}

/** Writes a text into shared memory, in UTF-8. */
export function shareText(text: string): SharedBytes {
  const shared = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)))
  Buffer.from(shared.buffer).write(text)
  return shared
}

/** Reads a text in UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/**
 * Receives a body of known length directly into shared memory.
 * @throws Error when the body is shorter or longer
 */
export async function receiveBytes(chunks: AsyncIterable<unknown>, byteLength: number): Promise<SharedBytes> {
  const shared = new Uint8Array(new SharedArrayBuffer(byteLength))
  let received = 0
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is received in bytes')
    shared.set(chunk, received)
    received += chunk.byteLength
  }
  if (received < byteLength) throw new Error(`a body of ${byteLength} bytes ended after ${received}`)
  return shared
}
