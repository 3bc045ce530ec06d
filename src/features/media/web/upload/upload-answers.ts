const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The project of an upload address; null for any other address. */
export function projectIdOf(url: string): string | null {
  return UUID.exec(url)?.[0].toLowerCase() ?? null
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
  return 'The upload stopped. Try again to continue where it stopped.'
}

function messageOf(body: string): string | undefined {
  const text = body.trim()
  if (text.startsWith('{'))
    return /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]?.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const sentence = text.length > 0 && text.length < 300 && !text.startsWith('<') && !text.startsWith('tus:')
  return sentence ? text : undefined
}
