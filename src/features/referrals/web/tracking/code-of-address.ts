/** No code or username is longer. */
const LONGEST = 60

/** The code of a link in the query of an address; its first `ref` counts. */
export function codeOf(search: string): { code: string | null; clickId: string | undefined; isByName: boolean } {
  const parameters = new URLSearchParams(search)
  const code = parameters.get('ref')?.trim() ?? ''
  return {
    code: code === '' || code.length > LONGEST ? null : code,
    clickId: parameters.get('click')?.slice(0, LONGEST) || undefined,
    isByName: parameters.get('by') === 'username',
  }
}
