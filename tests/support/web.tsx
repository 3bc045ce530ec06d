import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#platform/web/query.ts'
import { Toaster } from '#platform/web/toasts.tsx'
import './product-styles.ts'

/** Answers of the API by procedure (`media/list`) or path; a function receives each call's input. */
export type Answers = Readonly<Record<string, unknown>>

/** A refusal as the server sends it. */
export function refusal(status: number, code: string, message: string, data: object = {}): Response {
  return Response.json({ json: { defined: false, code, status, message, data } }, { status })
}

/** Server events in order, then the end of the stream. */
export function stream(events: readonly unknown[]): Response {
  const body = events.map((event) => `event: message\ndata: ${JSON.stringify({ json: event })}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Replaces the server: every request gets its answer, and an unexpected request fails. */
export function answerRequests(answers: Answers): { calls: { name: string; input: unknown }[] } {
  const calls: { name: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (request: RequestInfo | URL, init?: RequestInit) => {
    const asked = new Request(request, init)
    const { pathname } = new URL(asked.url)
    const name = pathname.replace(/^\/api\/(rpc\/)?/, '')
    const input: unknown = asked.method === 'POST' ? JSON.parse((await asked.text()) || '{}') : undefined
    calls.push({ name, input })
    if (!(name in answers)) throw new Error(`nobody answers ${name}`)
    const answer = answers[name]
    const value: unknown = typeof answer === 'function' ? await answer(input) : answer
    return value instanceof Response ? value.clone() : Response.json({ json: value })
  })
  return { calls }
}

/** Renders the element at `path` in a small site with the pages of `elsewhere`, toasts, and the address as text. */
export function Site({
  path,
  children,
  elsewhere = NOWHERE_ELSE,
}: {
  path: string
  children: ReactNode
  elsewhere?: readonly string[]
}) {
  const [client] = useState(createHastyClient)
  const [pathname = path] = path.split('?')
  return (
    <QueryClientProvider client={client}>
      {/* Navigation is synchronous here, so an answer in the same tick finds the new page. */}
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Routes>
          <Route path={pathname} element={<WithAddress>{children}</WithAddress>} />
          {elsewhere.map((other) => (
            <Route key={other} path={other} element={<WithAddress>{`This is ${other}`}</WithAddress>} />
          ))}
        </Routes>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>
  )
}

const NOWHERE_ELSE: readonly string[] = []

/** The product's client, but without the delays before network retries. */
function createHastyClient(): QueryClient {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 20 } })
  return client
}

function WithAddress({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <>
      {children}
      <output aria-label="Address">{pathname + search}</output>
    </>
  )
}
