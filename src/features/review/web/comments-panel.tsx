import { Send } from 'lucide-react'
import { useState } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import type { CommentsSlot } from '#features/captions/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ThreadFilter } from '../model/comments.ts'
import type { ProjectPerson } from '../model/mentions.ts'
import { DecisionBar } from './decision-bar.tsx'
import { Decisions } from './decisions.tsx'
import { LazyShareDialog } from './lazy-share-dialog.tsx'
import { NewComment } from './new-comment.tsx'
import './review.css'
import { useCommentActions, useOverview, useProjectPeople, useThreads } from './queries.ts'
import type { ThreadActions } from './thread-card.tsx'
import { ThreadList } from './thread-list.tsx'

const READ_ONLY: ThreadActions = {}
const NOBODY: readonly ProjectPerson[] = []

const FILTERS: readonly { value: ThreadFilter; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'mine', label: 'With my comments' },
  { value: 'mentions', label: 'Mentioning me' },
]

/** Comments on the captions of a project: a field for the selected words, and the threads. */
export function CommentsPanel(slot: CommentsSlot) {
  const { projectId, access, mayWrite } = slot
  const [filter, setFilter] = useState<ThreadFilter>('open')
  const [isSharing, setSharing] = useState(false)
  const overview = useOverview(projectId)
  const decisions = overview.data?.decisions ?? []
  const { rev: revision } = slot.document
  const people = useProjectPeople(projectId).data ?? NOBODY
  const threads = useThreads(projectId, filter)
  const actions = useCommentActions(projectId)
  const shown = threads.data?.pages.flatMap((page) => page.threads) ?? []

  return (
    <div className="grid grid-cols-1 content-start gap-4 p-4">
      {mayWrite && (
        <NewComment
          {...slot}
          hint="Select words in the transcript to comment on them."
          placeholder="Write a comment. @ mentions somebody."
          people={people}
          onSubmit={async (words, text) => {
            // The server finds only saved words.
            await slot.save()
            await actions.start(words, text)
          }}
        />
      )}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-28">
          <Select label="Show comments" size="sm" value={filter} options={FILTERS} onChange={setFilter} />
        </div>
        {access === 'owner' && (
          <Button size="sm" className="h-8!" icon={<Send aria-hidden="true" />} onClick={() => setSharing(true)}>
            Share for review
          </Button>
        )}
      </div>
      {mayWrite && approves(access) && (
        <DecisionBar
          decision={decisions.find(({ isOwn }) => isOwn) ?? null}
          revision={revision}
          decide={(decision) => actions.decide(decision, revision)}
        />
      )}
      <Decisions decisions={decisions} revision={revision} />
      {threads.isPending && <Loading />}
      {threads.isError && (
        <Notice
          tone="error"
          title="The comments could not be loaded"
          actions={<Button onClick={() => void threads.refetch()}>Try again</Button>}
        >
          {asAppError(threads.error).message}
        </Notice>
      )}
      {threads.isSuccess && shown.length === 0 && <NoComments filter={filter} mayWrite={mayWrite} />}
      <ThreadList
        threads={shown}
        document={slot.document}
        people={people}
        actions={mayWrite ? actions : READ_ONLY}
        show={slot.show}
        drafts={slot.replies}
        onDraft={slot.onReply}
      />
      {threads.hasNextPage && (
        <Button busy={threads.isFetchingNextPage} onClick={() => void threads.fetchNextPage()}>
          Show older comments
        </Button>
      )}
      {isSharing && <LazyShareDialog projectId={projectId} onClose={() => setSharing(false)} />}
    </div>
  )
}

/** People who may change the captions do so instead. */
function approves(access: CommentsSlot['access']): boolean {
  return !allows(access, 'edit')
}

const EMPTY: Readonly<Record<ThreadFilter, { title: string; text: string }>> = {
  open: {
    title: 'No open comments',
    text: 'Select words in the transcript and write what should change. Everybody who works on this video sees it at once.',
  },
  resolved: { title: 'Nothing resolved yet', text: 'Comments move here when somebody marks them as resolved.' },
  mine: { title: 'You have not commented yet', text: 'Threads in which you write appear here.' },
  mentions: {
    title: 'Nobody mentioned you',
    text: 'Comments with @ and your name appear here, and reach you by mail.',
  },
}

function NoComments({ filter, mayWrite }: { filter: ThreadFilter; mayWrite: boolean }) {
  const { title, text } = EMPTY[filter]
  return <EmptyState title={title}>{mayWrite ? text : 'Comments on this video appear here.'}</EmptyState>
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the comments" className="grid gap-3">
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}
