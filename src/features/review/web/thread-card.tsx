import { Check, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { findAnchor } from '../model/anchor.ts'
import type { Comment, Thread } from '../model/contract.ts'
import type { ProjectPerson } from '../model/mentions.ts'
import { CommentBox, type CommentBoxHandle } from './comment-box.tsx'
import { CommentText } from './comment-text.tsx'

/** What a reader may do with a thread; each rejects with an error whose message can be shown. */
export type ThreadActions = {
  reply?(threadId: string, text: string): Promise<unknown>
  remove?(commentId: string): Promise<unknown>
  /** Absent for guests. */
  edit?(commentId: string, text: string): Promise<unknown>
  resolve?(threadId: string, isResolved: boolean): Promise<unknown>
}

/** Props of {@link ThreadCard}. */
export type ThreadCardProps = {
  readonly thread: Thread
  readonly document: CaptionDocument
  readonly people: readonly ProjectPerson[]
  readonly actions: ThreadActions
  show(firstWordId: string, lastWordId: string): void
  /** Replies that were being written when the thread was last shown. Default: none. */
  readonly drafts?: ReadonlyMap<string, string>
  /** Receives a reply that is being written, whenever it changes; empty once it is sent or given up. */
  onDraft?(threadId: string, text: string): void
}

/** One function for all renders: a new one would be called, and take the focus, in each. */
function focusBox(box: CommentBoxHandle | null): void {
  box?.focus()
}

/** Comments on the same words, with the place they lead to. */
export function ThreadCard({ thread, document, people, actions, show, drafts, onDraft }: ThreadCardProps) {
  const draft = drafts?.get(thread.id)
  const [replying, setReplying] = useState<'restored' | 'pressed' | null>(draft === undefined ? null : 'restored')
  const [busy, setBusy] = useState(false)
  const { resolve, reply } = actions

  async function toggle() {
    setBusy(true)
    await resolve?.(thread.id, !thread.isResolved).finally(() => setBusy(false))
  }

  return (
    <article
      aria-label={`Comments on “${thread.quote}”`}
      className="grid gap-3 rounded-lg border border-border bg-surface p-3"
    >
      <div className="flex items-start gap-2">
        <Place thread={thread} document={document} show={show} />
        {thread.isResolved && <Badge tone="success">Resolved</Badge>}
        {resolve !== undefined && (
          <IconButton
            size="sm"
            label={thread.isResolved ? 'Reopen' : 'Resolve'}
            icon={thread.isResolved ? <RotateCcw /> : <Check />}
            disabled={busy}
            onClick={() => void toggle()}
            className="ml-auto"
          />
        )}
      </div>
      <ul className="grid gap-3">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <CommentView comment={comment} people={people} actions={actions} />
          </li>
        ))}
      </ul>
      {reply !== undefined &&
        (replying !== null ? (
          <CommentBox
            label={`Reply about “${thread.quote}”`}
            submitLabel="Reply"
            initial={draft}
            onText={(text) => onDraft?.(thread.id, text)}
            people={people}
            handle={replying === 'pressed' ? focusBox : null}
            onCancel={() => {
              onDraft?.(thread.id, '')
              setReplying(null)
            }}
            onSubmit={async (text) => {
              await reply(thread.id, text)
              setReplying(null)
            }}
          />
        ) : (
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setReplying('pressed')}>
            Reply
          </Button>
        ))}
    </article>
  )
}

/** The quotation; a click selects the words, or what is beside them. */
function Place({ thread, document, show }: Pick<ThreadCardProps, 'thread' | 'document' | 'show'>) {
  const found = findAnchor(document, thread)
  const [first, last] = found === undefined ? [] : [document.words[found.first], document.words[found.last]]
  const quote = (
    <q dir="auto" className="comment-quote border-l-2 border-l-info px-2 text-left text-sm text-muted">
      {thread.quote}
    </q>
  )
  return (
    <div className="grid min-w-0 gap-1">
      {first === undefined || last === undefined ? (
        quote
      ) : (
        <button
          type="button"
          aria-label={`Go to “${thread.quote}”`}
          onClick={() => show(first.id, last.id)}
          className="rounded-sm hover:bg-hover pointer-coarse:min-h-11"
        >
          {quote}
        </button>
      )}
      {found?.isMoved !== false && (
        <p className="text-xs text-faint">
          {found === undefined
            ? 'These words were deleted.'
            : 'These words were deleted. The comment leads to the word beside them.'}
        </p>
      )}
    </div>
  )
}

function CommentView({ comment, people, actions }: { comment: Comment } & Pick<ThreadCardProps, 'people' | 'actions'>) {
  const [state, setState] = useState<'shown' | 'edited' | 'deleting'>('shown')
  const [busy, setBusy] = useState(false)
  const { edit, remove } = actions
  if (comment.isDeleted) return <p className="text-sm text-faint">Comment deleted</p>
  const close = () => setState('shown')

  async function confirm() {
    setBusy(true)
    try {
      await remove?.(comment.id)
    } finally {
      setBusy(false)
      close()
    }
  }

  return (
    <div className="group grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <strong className="font-semibold wrap-anywhere">
          <bdi>{comment.author ?? 'Deleted account'}</bdi>
        </strong>
        {comment.isGuest && <Badge>Guest</Badge>}
        <time dateTime={comment.createdAt} className="text-xs text-faint">
          {formatMoment(comment.createdAt)}
          {comment.isEdited && ' · edited'}
        </time>
        {comment.mayDelete && remove !== undefined && state === 'shown' && (
          <span className="ml-auto flex gap-1">
            {comment.isOwn && edit !== undefined && (
              <IconButton size="sm" label="Edit comment" icon={<Pencil />} onClick={() => setState('edited')} />
            )}
            <IconButton size="sm" label="Delete comment" icon={<Trash2 />} onClick={() => setState('deleting')} />
          </span>
        )}
      </p>
      {state === 'edited' && edit !== undefined ? (
        <CommentBox
          label="Edit your comment"
          submitLabel="Save"
          initial={comment.text}
          people={people}
          handle={(box) => box?.focus()}
          onCancel={close}
          onSubmit={async (text) => {
            await edit(comment.id, text)
            close()
          }}
        />
      ) : (
        <CommentText text={comment.text} people={people} />
      )}
      <ConfirmDialog
        open={state === 'deleting'}
        onClose={close}
        title="Delete this comment?"
        description="Answers to it stay. You cannot undo this."
        confirmLabel="Delete comment"
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </div>
  )
}
