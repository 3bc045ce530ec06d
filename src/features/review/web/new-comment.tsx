import { MessageSquarePlus, PencilLine } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CommentDraft, WordsToComment } from '#features/captions/web/index.ts'
import { Button } from '#ui/button.tsx'
import type { ProjectPerson } from '../model/mentions.ts'
import { CommentBox, type CommentBoxHandle } from './comment-box.tsx'

/** Props of {@link NewComment}. */
export type NewCommentProps = {
  /** The selected words; null for none. */
  readonly selected: WordsToComment | null
  /** How to begin, while nothing is selected. */
  readonly hint: string
  readonly draft: CommentDraft | null
  /** Receives the comment whenever it changes; null once it is empty, sent or discarded. */
  onDraft(draft: CommentDraft | null): void
  /** True to open the field and focus it. Default: false. */
  readonly wantsFocus?: boolean
  onFocused?(): void
  readonly placeholder?: string
  /** People to mention; nobody by default. */
  readonly people?: readonly ProjectPerson[]
  /** Rejects with an error whose message can be shown; the comment then stays. */
  onSubmit(words: WordsToComment, text: string): Promise<unknown>
}

/** A field for a comment on the selected words. Once it has text it stays with its words, whatever is selected. */
export function NewComment({ wantsFocus = false, onFocused, ...props }: NewCommentProps) {
  const { selected, draft, onDraft } = props
  const [open, setOpen] = useState<'shown' | 'pressed' | null>('shown')
  const box = useRef<CommentBoxHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const words = draft?.words ?? selected
  const hasWords = words !== null
  if (wantsFocus && open === null) setOpen('pressed')
  useEffect(() => {
    if (open === 'pressed') box.current?.focus()
  }, [open])
  useEffect(() => {
    if (!wantsFocus || !hasWords) return
    box.current?.focus()
    onFocused?.()
  }, [wantsFocus, onFocused, hasWords])

  function cancel() {
    setOpen(null)
    // The focused field goes.
    place.current?.focus()
  }

  function discard() {
    onDraft(null)
    place.current?.focus()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {words === null ? (
        <p className="rounded-md border border-dashed border-border-strong p-3 text-sm text-muted">{props.hint}</p>
      ) : open !== null ? (
        <Writing {...props} words={words} box={box} onCancel={cancel} />
      ) : draft === null ? (
        <Button size="sm" icon={<MessageSquarePlus aria-hidden="true" />} onClick={() => setOpen('pressed')}>
          Comment on the selected words
        </Button>
      ) : (
        <Unsent draft={draft} onContinue={() => setOpen('pressed')} onDiscard={discard} />
      )}
    </div>
  )
}

type WritingProps = Omit<NewCommentProps, 'wantsFocus' | 'onFocused'> & {
  readonly words: WordsToComment
  readonly box: RefObject<CommentBoxHandle | null>
  onCancel(): void
}

function Writing({ words, selected, draft, onDraft, box, placeholder, people, onSubmit, onCancel }: WritingProps) {
  const isSelected = selected !== null && areSame(selected, words)

  function moveTo(others: WordsToComment, begun: CommentDraft) {
    onDraft({ ...begun, words: others })
    // The focused button goes.
    box.current?.focus()
  }

  return (
    <section aria-label="New comment" className="grid gap-2">
      <p className="flex gap-2 text-sm text-muted">
        <MessageSquarePlus aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="comment-quote min-w-0">
          Comment on “<bdi>{words.quote}</bdi>”
        </span>
      </p>
      {draft !== null && selected !== null && !isSelected && (
        <Button size="sm" className="justify-self-start" onClick={() => moveTo(selected, draft)}>
          Use the selected words instead
        </Button>
      )}
      <CommentBox
        handle={box}
        label={isSelected ? 'Comment on the selected words' : `Comment on “${words.quote}”`}
        submitLabel="Comment"
        {...(placeholder !== undefined && { placeholder })}
        initial={draft?.text}
        onText={(text) => onDraft(text.trim() === '' ? null : { text, words })}
        {...(people !== undefined && { people })}
        onCancel={onCancel}
        onSubmit={(text) => onSubmit(words, text)}
      />
    </section>
  )
}

type UnsentProps = { readonly draft: CommentDraft; onContinue(): void; onDiscard(): void }

/** A comment whose field was closed. */
function Unsent({ draft: { text, words }, onContinue, onDiscard }: UnsentProps) {
  return (
    <section
      aria-label="Unsent comment"
      className="grid gap-2 rounded-lg border border-dashed border-border-strong p-3"
    >
      <p className="flex gap-2 text-sm text-muted">
        <PencilLine aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="comment-quote min-w-0">
          Not sent yet, on “<bdi>{words.quote}</bdi>”
        </span>
      </p>
      <p dir="auto" className="comment-quote text-sm wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onContinue}>
          Continue writing
        </Button>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}

function areSame(some: WordsToComment, others: WordsToComment): boolean {
  return some.firstWordId === others.firstWordId && some.lastWordId === others.lastWordId
}
