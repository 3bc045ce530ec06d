import { refusalIn } from '#platform/web/refusal.ts'
import { asAppError } from '#platform/web/api.ts'
import type { Thread } from '../model/contract.ts'
import type { GuestComment, GuestComments, GuestDecision, GuestFonts, GuestLogos, GuestView } from '../model/guest.ts'
import { GUEST_KEY_HEADER } from '../model/limits.ts'

/** The requests of a review link's holder. Each rejects with the server's refusal. */
export function guestApi(token: string) {
  const base = `/api/review/${encodeURIComponent(token)}`

  async function request<Answer>(path: string, o: RequestInit = {}): Promise<Answer> {
    try {
      const response = await fetch(`${base}${path}`, o)
      const text = await response.text()
      if (!response.ok) throw refusalIn(text)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
      return JSON.parse(text) as Answer
    } catch (error) {
      throw asAppError(error)
    }
  }
  const send = <Answer>(path: string, body: object) =>
    request<Answer>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    documentPath: `${base}/document`,
    view: () => request<GuestView>(''),
    unlock: (password: string) => send<{ unlocked: true }>('/unlock', { password }),
    fonts: () => request<GuestFonts>('/fonts'),
    logos: () => request<GuestLogos>('/logo'),
    comments: (key: string, cursor: string | null) =>
      request<GuestComments>(cursor === null ? '/comments' : `/comments?cursor=${encodeURIComponent(cursor)}`, {
        headers: { [GUEST_KEY_HEADER]: key },
      }),
    comment: (comment: GuestComment) => send<Thread>('/comments', comment),
    remove: (key: string, commentId: string) =>
      request<{ done: true }>(`/comments/${commentId}`, { method: 'DELETE', headers: { [GUEST_KEY_HEADER]: key } }),
    decide: (decision: GuestDecision) => send<{ done: true }>('/decision', decision),
  }
}

/** The requests of one link. */
export type GuestApi = ReturnType<typeof guestApi>
