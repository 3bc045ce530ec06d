/** A request that a page sends first. `:name` stands for a parameter of the page's address. */
export type EarlyRequest = (
  | { readonly procedure: string; readonly input?: Readonly<Record<string, string>> }
  /** The path of a file under `/api`. */
  | { readonly file: string }
) & {
  /** Sent only if the answer before has these values. Default: if there is an answer other than null. */
  readonly ifAnswer?: Readonly<Record<string, string>>
}

/** A request as the script sends it; without a body it is a GET. */
type Sent = {
  readonly url: string
  readonly body?: string
  readonly ifAnswer: Readonly<Record<string, string>>
}

declare global {
  interface Window {
    /** Set by {@link earlyRequestsScript}: responses by URL and body; undefined for a request that was not sent. */
    earlyResponses?: Map<string, Promise<Response | undefined>>
  }
}

/**
 * Runs in the document's head, so that a page's first answers arrive while its code loads. The requests are sent one
 * after another, each only if the answer before allows it: nothing is requested for a visitor, or about a video that is
 * not there. An address at which all were allowed last time sends them at once, since the answers of a busy page wait
 * for its code; a response is still given out only if the answers before allow it. The script is the same for every
 * address of the page; the server allows it by its hash.
 * @param path the page's path, such as `projects/:projectId`
 */
export function earlyRequestsScript(path: string, requests: readonly EarlyRequest[]): string {
  const sent = requests.map(({ ifAnswer = {}, ...request }): Sent => {
    if ('file' in request) return { url: request.file, ifAnswer }
    return { url: urlOf(request.procedure), body: bodyOf(request.input), ifAnswer }
  })
  return `(${sendEarly.toString()})(${JSON.stringify(path.split('/'))},${JSON.stringify(sent)})`
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
function sendEarly(path: readonly string[], requests: readonly Sent[]): void {
  const [storedAs, most] = ['early-requests', 20]
  const recentAddresses = (): string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storedAs) ?? '[]')
      return Array.isArray(stored) ? stored : []
    } catch {
      // Storage is blocked, or a person has changed the text in it.
      return []
    }
  }
  const remember = (isComplete: boolean) => {
    const others = recentAddresses().filter((address) => address !== here)
    try {
      localStorage.setItem(storedAs, JSON.stringify(isComplete ? [here, ...others].slice(0, most) : others))
    } catch {
      // Storage is blocked: the requests stay one after another.
    }
  }
  const here = location.pathname
  const isAllowed = recentAddresses().includes(here)
  const given = here.split('/').filter((part) => part !== '')
  const filled = (text: string) => text.replaceAll(/:[a-z]\w*/gi, (name) => given[path.indexOf(name)] ?? name)
  const responses = new Map<string, Promise<Response | undefined>>()
  window.earlyResponses = responses
  let isComplete: Promise<boolean> = Promise.resolve(true)
  let before: Promise<unknown> = Promise.resolve({})
  for (const { url, body, ifAnswer } of requests) {
    const [address, text] = [filled(url), body === undefined ? '' : filled(body)]
    const send = () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }
      return fetch(address, text === '' ? {} : init).catch(() => undefined)
    }
    const sent = isAllowed ? send() : undefined
    const response = before.then((answer) => {
      if (answer && Object.entries(ifAnswer).every(([key, value]) => Reflect.get(answer, key) === value))
        return sent ?? send()
      void sent?.then((unwanted) => unwanted?.body?.cancel())
      return undefined
    })
    responses.set(`${address} ${text}`, response)
    const last = isComplete
    isComplete = response.then(async (answer) => answer?.ok === true && (await last))
    before = response
      .then((answer) => (answer?.ok && text !== '' ? answer.clone().json() : undefined))
      .then(
        (answer) => answer?.json,
        () => undefined,
      )
  }
  void isComplete.then(remember)
}
