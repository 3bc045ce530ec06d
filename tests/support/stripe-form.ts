/** A value of a form as Stripe's SDK sends it: `items[0][price]=…` is nested. */
export type FormValue = string | { readonly [key: string]: FormValue }

/** Reads a form body into nested values. */
export function formOf(text: string): FormValue {
  const form: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(text)) put(form, name.replaceAll(']', '').split('['), value)
  return form
}

/** The text at a path; undefined if there is none. */
export function textAt(form: FormValue | undefined, ...path: readonly string[]): string | undefined {
  const [key, ...rest] = path
  if (key === undefined) return typeof form === 'string' ? form : undefined
  return typeof form === 'object' ? textAt(form[key], ...rest) : undefined
}

function put(into: Record<string, FormValue>, path: readonly string[], value: string): void {
  const [key, ...rest] = path
  if (key === undefined) return
  if (rest.length === 0) {
    Object.assign(into, { [key]: value })
    return
  }
  const inner = into[key]
  const nested = typeof inner === 'object' ? { ...inner } : {}
  put(nested, rest, value)
  Object.assign(into, { [key]: nested })
}
