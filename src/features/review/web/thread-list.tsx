import { VirtualList } from '#ui/virtual-list.tsx'
import type { Thread } from '../model/contract.ts'
import { ThreadCard, type ThreadCardProps } from './thread-card.tsx'

/** Threads that are rendered at once; a longer list renders those on screen. */
const WHOLE = 50

/** Threads, newest first. */
export function ThreadList({
  threads,
  ...card
}: { readonly threads: readonly Thread[] } & Omit<ThreadCardProps, 'thread'>) {
  if (threads.length > WHOLE) {
    return (
      <VirtualList
        label="Comments"
        items={threads}
        keyOf={({ id }) => id}
        rowHeightPx={150}
        className="comment-list"
        renderItem={(thread) => (
          <div className="pb-4">
            <ThreadCard thread={thread} {...card} />
          </div>
        )}
      />
    )
  }
  return (
    <ul aria-label="Comments" className="grid grid-cols-1 gap-3 empty:hidden">
      {threads.map((thread) => (
        <li key={thread.id}>
          <ThreadCard thread={thread} {...card} />
        </li>
      ))}
    </ul>
  )
}
