import { useSearchParams } from 'react-router'

/** What a list is narrowed to; it stands in the address, so that it can be sent to somebody. */
export function useFilters() {
  const [parameters, setParameters] = useSearchParams()
  return {
    /** Undefined when it is not set. */
    of: (name: string): string | undefined => parameters.get(name) || undefined,
    set(changes: Readonly<Record<string, string | undefined>>) {
      const next = new URLSearchParams(parameters)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      setParameters(next, { preventScrollReset: true, replace: true })
    },
  }
}
