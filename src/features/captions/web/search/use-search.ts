import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { apiQueries } from '#platform/web/api.ts'
import type { captionsContract } from '../../model/index.ts'

const captions = apiQueries<typeof captionsContract>('captions')

/** Pause in typing before a search, ms. */
const PAUSE_MS = 250
/** The search in the address, so that a return to the page shows the same results. */
const PARAMETER = 'q'

/** The text of the search field, and the search that it stands for: empty for none. */
export type SearchText = { readonly text: string; readonly query: string; setText(text: string): void }

/** Takes over a typed text after a pause, and an empty one at once. */
export function useSearchText(): SearchText {
  const [parameters, setParameters] = useSearchParams()
  const query = parameters.get(PARAMETER) ?? ''
  const [text, setText] = useState(query)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === query) return
    const timer = setTimeout(
      () => setParameters((old) => withQuery(old, wanted), REPLACE),
      wanted === '' ? 0 : PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [wanted, query, setParameters])
  return { text, query: wanted === '' ? '' : query, setText }
}

const REPLACE = { replace: true, preventScrollReset: true }

function withQuery(old: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(old)
  if (query === '') next.delete(PARAMETER)
  else next.set(PARAMETER, query)
  return next
}

/** The videos that match; those of the last search while the next one runs. */
export function useFoundVideos(query: string) {
  return useQuery(
    captions.search.queryOptions({
      input: query === '' ? skipToken : { query },
      // What is said may be edited in another tab.
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
}

/** Focuses a field on `/`, unless the person types or a dialog is open. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
      if (field.current?.checkVisibility() !== true) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [field])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
