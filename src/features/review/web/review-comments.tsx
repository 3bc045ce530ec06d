import { useQueryClient } from '@tanstack/react-query'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ProjectPerson } from '../model/mentions.ts'
import type { GuestApi } from './guest-api.ts'
import { ThreadList } from './thread-list.tsx'
import type { Guest } from './use-guest.ts'
import type { useGuestComments } from './use-guest-comments.ts'

const NOBODY: readonly ProjectPerson[] = []

/** All threads, as a guest sees and answers them. */
export function ReviewComments({
  api,
  document,
  comments,
  guest: { name, key },
  show,
}: {
  api: GuestApi
  document: CaptionDocument
  comments: ReturnType<typeof useGuestComments>
  guest: Guest
  show(firstWordId: string, lastWordId: string): void
}) {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: comments.queryKey })
  const actions = {
    async reply(threadId: string, text: string) {
      if (name === '') throw new AppError('unprocessable', 'Enter your name above first.')
      await api.comment({ name, key, text, to: { threadId } })
      await reload()
    },
    async remove(commentId: string) {
      try {
        await api.remove(key, commentId)
      } catch (error) {
        toast.error(asAppError(error).message)
      }
      await reload()
    },
  }
  return (
    <div className="grid h-full grid-cols-1 content-start gap-3 overflow-y-auto p-3">
      {comments.threads.length === 0 && (
        <EmptyState title="No comments yet">Select a word in the transcript and write what should change.</EmptyState>
      )}
      <ThreadList threads={comments.threads} document={document} people={NOBODY} actions={actions} show={show} />
      {comments.hasMore && (
        <Button busy={comments.isLoadingMore} onClick={comments.loadMore}>
          Show older comments
        </Button>
      )}
    </div>
  )
}
