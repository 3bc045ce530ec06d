import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { asAppError } from './app-error.ts'

/** Gives every page the cache of server answers. One per browser page; one per render on the server. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The cache with our defaults: a refusal is an answer and is not asked again; a lost network is, twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && asAppError(error).code === 'unavailable',
        // The connection is judged by our own heartbeat; `navigator.onLine` is wrong too often.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
