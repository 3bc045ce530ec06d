/** A procedure that a page calls first, with its input; `:name` stands for a parameter of the page's address. */
export type EarlyRequest = { readonly procedure: string; readonly input?: Readonly<Record<string, string>> }

declare global {
  interface Window {
    /** Set by {@link earlyRequestsScript}: responses by path and body; undefined for a request that was not sent. */
    earlyResponses?: Map<string, Promise<Response | undefined>>
  }
}

/**
 * Runs in the document's head, so that a page's first answers arrive while its code loads. The requests are sent one
 * after another, each once the one before has answered with a value: nothing is requested for a visitor, or about a
 * video that is not there. The script is the same for every address of the page; the server allows it by its hash.
 * @param path the page's path, such as `projects/:projectId`
 */
export function earlyRequestsScript(path: string, requests: readonly EarlyRequest[]): string {
  const sent = requests.map(({ procedure, input }) => ({ url: urlOf(procedure), body: bodyOf(input) }))
  return `(${sendEarly.toString()})(${JSON.stringify(path.split('/'))},${JSON.stringify(sent)})`
}

/** The response to an early request, once; undefined if none was sent or it failed. */
export async function takeEarlyResponse(url: string, body: string): Promise<Response | undefined> {
  const key = `${url} ${body}`
  const response = window.earlyResponses?.get(key)
  window.earlyResponses?.delete(key)
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
function sendEarly(
  path: readonly string[],
  requests: readonly { readonly url: string; readonly body: string }[],
): void {
  const given = location.pathname.split('/').filter((part) => part !== '')
  const responses = new Map<string, Promise<Response | undefined>>()
  window.earlyResponses = responses
  let before = Promise.resolve(true)
  for (const { url, body: template } of requests) {
    const body = template.replaceAll(/:[a-z]\w*(?=")/gi, (name) => given[path.indexOf(name)] ?? name)
    const response = before.then((isWanted) =>
      isWanted
        ? fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)
        : undefined,
    )
    responses.set(`${url} ${body}`, response)
    before = response.then(
      async (answer) => answer?.ok === true && !(await answer.clone().text()).startsWith('{"json":null'),
    )
  }
}
