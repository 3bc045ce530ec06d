import { EARLY_HEADER, SIGNED_IN_COOKIE } from '#platform/shared/early.ts'

/** A request that a page sends first. `:name` stands for a parameter of the page's address. */
export type EarlyRequest = (
  | { readonly procedure: string; readonly input?: Readonly<Record<string, string>> }
  /** The path of a file under `/api`, which answers 204 to `EARLY_HEADER` if there is none. */
  | { readonly file: string }
  /**
   * The path of a picture under `/api` that the document shows until the page's code draws the same. `?motion=reduced` is
   * appended for people who want less motion. An address with a query has none, since it may open elsewhere.
   */
  | { readonly picture: string }
) & {
  /** Sent only if the procedure before answered with these values. Default: if it answered other than null. */
  readonly ifAnswer?: Readonly<Record<string, string>>
}

/** A request as the script sends it; without a body it is a GET. */
type Sent = {
  readonly url: string
  readonly body?: string
  readonly isPicture?: true
  readonly ifAnswer: Readonly<Record<string, string>>
}

type Given = {
  /** The name of the cookie that says that somebody is signed in. */
  readonly signedIn: string
  /** The name of the header of a request for a file. */
  readonly early: string
  readonly path: readonly string[]
  readonly requests: readonly Sent[]
}

declare global {
  interface Window {
    /** Set by {@link earlyRequestsScript}: responses by URL and body; undefined for a request that was not sent. */
    earlyResponses?: Map<string, Promise<Response | undefined>>
    /** Set with them: loaded pictures by the path of the request; undefined for one that was not sent or failed. */
    earlyPictures?: Map<string, Promise<HTMLImageElement | undefined>>
  }
}

/**
 * Runs in the document's head, so that a page's first answers arrive while its code loads. The requests are sent one
 * after another, each only if the answer before allows it, so that a visitor sends only the first. While somebody is
 * signed in, all are sent at once, since the answers of a busy page wait for its code; a response is still given out only
 * if the answers before allow it. The script is the same for every address of the page; the server allows it by its hash.
 * @param path the page's path, such as `projects/:projectId`
 */
export function earlyRequestsScript(path: string, requests: readonly EarlyRequest[]): string {
  const sent = requests.map(({ ifAnswer = {}, ...request }): Sent => {
    if ('file' in request) return { url: request.file, ifAnswer }
    if ('picture' in request) return { url: request.picture, isPicture: true, ifAnswer }
    return { url: urlOf(request.procedure), body: bodyOf(request.input), ifAnswer }
  })
  const given: Given = { signedIn: SIGNED_IN_COOKIE, early: EARLY_HEADER, path: path.split('/'), requests: sent }
  const calls = Object.entries(CALLS).map(([name, call]) => `${name}:${call.toString()}`)
  return `(${sendEarly.toString()})(${JSON.stringify(given)},{${calls.join()}})`
}

/**
 * The response to an early request, once; undefined if none was sent or it failed.
 * @param body empty for a file
 */
export async function takeEarlyResponse(url: string, body = ''): Promise<Response | undefined> {
  // Other programs than a browser call procedures too.
  const early = typeof window === 'undefined' ? undefined : window.earlyResponses
  const key = `${url} ${body}`
  const response = early?.get(key)
  early?.delete(key)
  return response
}

/** The address of a procedure, such as `accounts/me`. */
export function urlOf(procedure: string): string {
  return `/api/rpc/${procedure}`
}

/** The body of a call of a procedure. */
export function bodyOf(input: unknown): string {
  return JSON.stringify({ json: input })
}

/** Serialised with `toString()`: it may not use anything outside its body. */
function sendEarly({ signedIn, early, path, requests }: Given, { loadPicture, hasValues }: typeof CALLS): void {
  const isSignedIn = document.cookie.split('; ').includes(`${signedIn}=1`)
  const given = location.pathname.split('/').filter((part) => part !== '')
  const filled = (text: string) => text.replaceAll(/:[a-z]\w*/gi, (name) => given[path.indexOf(name)] ?? name)
  const responses = new Map<string, Promise<Response | undefined>>()
  window.earlyResponses = responses
  let before: Promise<unknown> = Promise.resolve({})
  const pictures: NonNullable<typeof window.earlyPictures> = new Map()
  window.earlyPictures = pictures
  for (const { url, body, isPicture, ifAnswer } of requests) {
    if (isPicture && location.search !== '') continue
    const [address, text] = [filled(url), body === undefined ? '' : filled(body)]
    const isSentAfter = (answer: unknown) => hasValues(answer, ifAnswer)
    if (isPicture) {
      // Who gets one may see it, whatever the answers before say.
      const loaded = isSignedIn
        ? loadPicture(address)
        : before.then((answer) => (isSentAfter(answer) ? loadPicture(address) : undefined))
      pictures.set(address, loaded)
      continue
    }
    const send = () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }
      return fetch(address, text === '' ? { headers: { [early]: '1' } } : init).then(
        (response) => (response.status === 204 ? undefined : response),
        () => undefined,
      )
    }
    const sent = isSignedIn ? send() : undefined
    const response = before.then((answer) => {
      if (isSentAfter(answer)) return sent ?? send()
      void sent?.then((unwanted) => unwanted?.body?.cancel())
      return undefined
    })
    responses.set(`${address} ${text}`, response)
    before = response
      .then((answer) => (answer?.ok && text !== '' ? answer.clone().json() : undefined))
      .then(
        (answer) => answer?.json,
        () => undefined,
      )
  }
}

/** Loads a picture; undefined if it fails, as for an answer without one. Serialised too. */
function loadPicture(address: string): Promise<HTMLImageElement | undefined> {
  const picture = new Image()
  picture.fetchPriority = 'high'
  // `decode()` resolves after a frame, which a busy page draws late. The frame that shows the picture decodes it.
  picture.decoding = 'sync'
  picture.src = address + (matchMedia('(prefers-reduced-motion: reduce)').matches ? '?motion=reduced' : '')
  return new Promise((resolve) => {
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', () => resolve(undefined))
  })
}

/** Whether there is an answer, with these values. Serialised too. */
function hasValues(answer: unknown, values: Sent['ifAnswer']): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return Object.entries(values).every(([key, value]) => Reflect.get(answer, key) === value)
}

const CALLS = { loadPicture, hasValues }
