/** Conflict, locked, too many requests. */
const BUSY: ReadonlySet<number> = new Set([409, 423, 429])

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The project of an upload address; null for any other address. */
export function projectIdOf(url: string): string | null {
  return UUID.exec(url)?.[0].toLowerCase() ?? null
}

/**
 * What to do when the server was asked where an upload continues. Only an upload of no video yet may restart: its file
 * was remembered by the browser, and its video deleted since. Another one would leave its video without a file.
 * @param status the HTTP status
 * @param hasVideo whether the page shows a video for this upload
 */
export function decideResume(status: number, hasVideo: boolean): 'resume' | 'retry' | 'restart' | 'stop' {
  if (status < 300) return 'resume'
  if (status >= 500 || BUSY.has(status)) return 'retry'
  return hasVideo || status === 401 ? 'stop' : 'restart'
}

/**
 * Why an upload was refused, as one sentence with what to do: the server's own if it sent one, as
 * `{"error":{"message":…}}` or plain text. A proxy sends 503 as plain text, the server as JSON.
 * @param status the HTTP status, undefined without a response
 */
export function refusalSentence(status: number | undefined, body: string): string {
  if (status === 401) return 'Your session has ended. Log in and choose the same file again to continue the upload.'
  const message = messageOf(body)
  const isOurs = status !== undefined && (status < 500 || (status === 503 && body.trim().startsWith('{')))
  if (isOurs && message !== undefined) return message
  if (status === 404 || status === 410)
    return 'The server no longer has this video. Upload the file again as a new video.'
  return 'The upload stopped. Try again to continue where it stopped.'
}

function messageOf(body: string): string | undefined {
  const text = body.trim()
  if (text.startsWith('{'))
    return /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]?.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const sentence = text.length > 0 && text.length < 300 && !text.startsWith('<') && !text.startsWith('tus:')
  return sentence ? text : undefined
}
