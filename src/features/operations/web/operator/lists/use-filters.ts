import { useSearchParams } from 'react-router'

/** The filters of a list, kept in the address so that it can be shared. */
export function useFilters() {
  const [parameters, setParameters] = useSearchParams()
  return {
    /** Undefined if it is not set. */
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
