import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useInsertionEffect, useMemo, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { type CaptionDocument, textOf, wordIndex } from '#features/captions/model/index.ts'
import { type CommentDraft, openPlayer, readDocumentAt, type WordsToComment } from '#features/captions/web/index.ts'
import { LogosContext, OwnFontsContext } from '#features/rendering/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { GuestView } from '../model/guest.ts'
import { DecisionBar } from './decision-bar.tsx'
import type { GuestApi } from './guest-api.ts'
import { GuestName } from './guest-name.tsx'
import { NewComment } from './new-comment.tsx'
import './review.css'
import { ReviewComments } from './review-comments.tsx'
import { ReviewStage } from './review-stage.tsx'
import { ReviewTranscript, type Selection } from './review-transcript.tsx'
import { seekToWord } from './seek-to-word.ts'
import { useGuestFonts } from './use-guest-fonts.ts'
import { useGuest } from './use-guest.ts'
import { useGuestComments } from './use-guest-comments.ts'
import { useGuestLogos } from './use-guest-logos.ts'

type Open = Extract<GuestView, { state: 'open' }>
type Props = {
  readonly api: GuestApi
  readonly token: string
  readonly view: Open
  readonly reportLink: ReactNode
  /** Called when the link has ended. */
  onClosed(): void
}

/** The captioned preview with its transcript and comments, for the holder of a link. */
export function OpenReview({ api, token, view, reportLink, onClosed }: Props) {
  const { guest, setName } = useGuest()
  const comments = useGuestComments({ api, token, guestKey: guest.key, onClosed })
  const revision = comments.revision
  const captions = useQuery({
    queryKey: ['review-document', token, revision],
    queryFn: async () => (await readDocumentAt(api.documentPath)).document,
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const ownFonts = useGuestFonts({ api, token, document: captions.data })
  const logos = useGuestLogos({ api, token, document: captions.data })
  if (captions.isError || comments.isError) {
    return (
      <div className="mx-auto max-w-xl p-6">
        <Notice
          tone="error"
          title="The captions could not be loaded"
          actions={<Button onClick={() => void captions.refetch()}>Try again</Button>}
        >
          {asAppError(captions.error ?? comments.error).message}
        </Notice>
      </div>
    )
  }
  if (captions.data === undefined || ownFonts === undefined) return <Skeleton className="h-48" />
  return (
    <OwnFontsContext value={ownFonts}>
      <LogosContext value={logos}>
        <Review
          api={api}
          view={view}
          reportLink={reportLink}
          document={captions.data}
          comments={comments}
          guest={guest}
          setName={setName}
        />
      </LogosContext>
    </OwnFontsContext>
  )
}

type ReviewProps = Pick<Props, 'api' | 'view' | 'reportLink'> &
  ReturnType<typeof useGuest> & {
    readonly document: CaptionDocument
    readonly comments: ReturnType<typeof useGuestComments>
  }

function Review({ api, view, reportLink, document, comments, guest, setName }: ReviewProps) {
  const queryClient = useQueryClient()
  const [newest] = useState(() => createStore<CaptionDocument>(() => document))
  const [player] = useState(() => openPlayer(newest.getState))
  // Before the picture is redrawn, which asks for the time at which the video rests.
  useInsertionEffect(() => newest.setState(document, true), [newest, document])
  const [selection, setSelection] = useState<Selection | null>(null)
  const [draft, setDraft] = useState<CommentDraft | null>(null)
  const [tab, setTab] = useState<'transcript' | 'comments'>('transcript')
  const isNamed = guest.name !== ''
  const { name, key } = guest
  const reload = () => queryClient.invalidateQueries({ queryKey: comments.queryKey })

  const seekTo = (wordId: string) => seekToWord(player, newest.getState, wordId)
  function show(firstWordId: string, lastWordId: string) {
    if (wordIndex(document, firstWordId) < 0) return
    seekTo(firstWordId)
    setSelection({ firstWordId, lastWordId })
  }
  async function comment({ firstWordId, lastWordId }: WordsToComment, text: string) {
    await api.comment({ name, key, text, to: { firstWordId, lastWordId } })
    await reload()
    setSelection(null)
    setTab('comments')
  }

  const selected = useMemo(() => wordsToComment(document, selection), [document, selection])
  const transcript = (
    <div className="flex h-full min-h-0 flex-col">
      <ReviewTranscript
        document={document}
        player={player}
        selection={selection}
        commented={comments.threads}
        seekTo={seekTo}
        onSelect={setSelection}
      />
      <div className="border-t border-border p-3">
        {selected === null || isNamed ? (
          <NewComment
            selected={selected}
            hint="Select a word to comment on it. Shift-click selects several."
            draft={draft}
            onDraft={setDraft}
            onSubmit={comment}
          />
        ) : (
          <p className="text-sm text-muted">Enter your name above to comment on “{selected.quote}”.</p>
        )}
      </div>
    </div>
  )
  return (
    <div className="review-layout grid min-h-0 grid-cols-1">
      <section aria-label="Video" className="flex min-h-0 min-w-0 flex-col">
        <header className="px-4 pt-3">
          <h1 dir="auto" className="truncate text-left text-xl">
            {view.title}
          </h1>
          <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            {view.ownerName} asks for your review.
            {reportLink}
          </p>
        </header>
        <ReviewStage document={document} player={player} view={view} />
      </section>
      <section aria-label="Review" className="flex min-h-0 flex-col review-side border-border bg-surface">
        <div className="grid gap-3 border-b border-border p-3">
          <GuestName name={name} onChange={setName} />
          <DecisionBar
            decision={comments.decision}
            revision={document.rev}
            isNamed={isNamed}
            decide={async (decision) => {
              await api.decide({ name, key, decision, revision: document.rev })
              await reload()
            }}
          />
        </div>
        <Tabs
          label="Transcript and comments"
          className="min-h-0 grow"
          panelClassName="review-panel grow overflow-hidden"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'transcript', label: 'Transcript', panel: transcript },
            {
              id: 'comments',
              label: comments.threads.length === 0 ? 'Comments' : `Comments (${comments.threads.length})`,
              panel: <ReviewComments api={api} document={document} comments={comments} guest={guest} show={show} />,
            },
          ]}
        />
      </section>
    </div>
  )
}

/** The selected words with their text; null if there are none, or they are gone. */
function wordsToComment(doc: CaptionDocument, selection: Selection | null): WordsToComment | null {
  if (selection === null) return null
  const places = [wordIndex(doc, selection.firstWordId), wordIndex(doc, selection.lastWordId)]
  const [first = -1, last = -1] = places.toSorted((a, b) => a - b)
  return first < 0 ? null : { ...selection, quote: textOf(doc.words.slice(first, last + 1)) }
}
