import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#platform/web/query.tsx'
import { Toaster } from '#platform/web/toasts.tsx'
import './product-styles.ts'

/** An answer of the API by procedure (`media/list`) or path; a function sees each call's input. */
export type Answers = Readonly<Record<string, unknown>>

/** A refusal as the server sends it. */
export function refusal(status: number, code: string, message: string, data: object = {}): Response {
  return Response.json({ json: { defined: false, code, status, message, data } }, { status })
}

/** Server events, one after the other, then the end of the stream. */
export function stream(events: readonly unknown[]): Response {
  const body = events.map((event) => `event: message\ndata: ${JSON.stringify({ json: event })}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Stands in for the server: every request gets its answer, and one that nobody expected fails. */
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

/** The element at `path` of a small site that has the pages of `elsewhere` too, with toasts and the address in sight. */
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
      {/* Pages change at once here: an answer that comes in the same moment finds the new one. */}
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

/** The product's own, and as stubborn, but it does not wait a second or two before it asks a lost network again. */
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
