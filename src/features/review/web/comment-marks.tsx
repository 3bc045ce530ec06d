import { useEffect, useMemo, useRef } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import type { CommentMarksSlot } from '#features/captions/web/index.ts'
import { useRefresh } from '#platform/web/use-refresh.ts'
import { findAnchor } from '../model/anchor.ts'
import type { ReviewOverview } from '../model/contract.ts'
import './review.css'
import { useFreshComments, useOverview } from './queries.ts'

/** Maximum marked words of one thread. */
const MARKED = 30

/** Finds the words with open comments; the cost depends on the number of threads, not of words. */
export function CommentMarks({ projectId, document, version, isCrowded, onChange, onOpen }: CommentMarksSlot) {
  const overview = useOverview(projectId, { enabled: version > 0 })
  useFreshComments(version)
  useRefresh(isCrowded, () => void overview.refetch())
  const open = overview.data?.open
  const marked = useMemo(() => wordsOf(document, open ?? []), [document, open])
  const last = useRef('')
  useEffect(() => {
    // An edit elsewhere marks the same words.
    const text = `${open?.length ?? 0} ${[...marked].join(' ')}`
    if (text === last.current) return
    last.current = text
    onChange({ open: open?.length ?? 0, wordIds: marked })
  }, [marked, open, onChange])
  useEffect(() => {
    // The link in a mail leads to the comments.
    if (new URLSearchParams(location.search).has('comment')) onOpen()
  }, [onOpen])
  return null
}

function wordsOf(doc: CaptionDocument, open: ReviewOverview['open']): ReadonlySet<string> {
  return new Set(
    open.flatMap((anchor) => {
      const found = findAnchor(doc, anchor)
      if (found === undefined) return []
      return doc.words.slice(found.first, Math.min(found.last + 1, found.first + MARKED)).map(({ id }) => id)
    }),
  )
}
