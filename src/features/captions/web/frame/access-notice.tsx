import { Copy } from 'lucide-react'
import { useId, useMemo } from 'react'
import { type Access, ACCESS_WITH_ARTICLE, allows } from '#features/collaboration/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { changedCaptions } from '../../model/index.ts'
import {
  useActions,
  useEditor,
  useHasEditAccess,
  useMayComment,
  useMayEdit,
  useMayWriteComments,
} from '../store/editor-context.ts'

type AccessNoticeProps = { /** Null for the person's own video. */ readonly ownerName: string | null }

/** Says who changed what the person may do here, and offers the words that are not saved; nothing while they may edit. */
export function AccessNotice({ ownerName }: AccessNoticeProps) {
  const { noteAccess } = useActions()
  const mayEdit = useMayEdit()
  const hasEditAccess = useHasEditAccess()
  const mayWriteComments = useMayWriteComments()
  const isViewing = useEditor((state) => state.isViewing)
  const access = useEditor((state) => state.access)
  const given = useEditor((state) => state.givenAccess)
  const isOver = useEditor(({ save, refusal }) => save === 'refused' && refusal?.code === 'not_found')
  const message = useEditor(({ refusal }) => refusal?.message)
  const owner = ownerName ?? 'The owner'
  if (isOver)
    return (
      <Notice tone="error" title={message ?? 'You can no longer open this video.'}>
        <UnsavedWords />
        <UnsentComments />
      </Notice>
    )
  if (isViewing) return <ViewingNotice />
  if (mayEdit && given === null) return null
  if (mayEdit)
    return (
      <Notice
        tone={hasEditAccess ? 'success' : 'info'}
        title={`${owner} made you ${ACCESS_WITH_ARTICLE[given ?? 'editor']}`}
        actions={
          <Button size="sm" onClick={() => noteAccess(null)}>
            OK
          </Button>
        }
      >
        {hasEditAccess
          ? 'You can change these captions now.'
          : 'Your edits are suggestions from now on, also those that were not saved yet.'}
      </Notice>
    )
  const may = mayWriteComments ? 'comment on' : 'view'
  return (
    <Notice
      tone={given === null ? 'info' : 'warning'}
      title={
        given === null
          ? `You can ${may} these captions, but not change them`
          : `${owner} made you ${ACCESS_WITH_ARTICLE[given]}`
      }
    >
      {given === null ? whyViewOnly(owner, access) : `You can ${may} these captions, but no longer change them.`}
      <UnsavedWords />
      <UnsentComments />
    </Notice>
  )
}

/** Says to an operator that nothing here can be changed, whatever the user may do. */
function ViewingNotice() {
  return (
    <Notice tone="info" title="You can view these captions, but not change them">
      You view the pages of another user. You see what they see, but everything is read-only.
    </Notice>
  )
}

function whyViewOnly(ownerName: string, access: Access): string {
  return allows(access, 'comment')
    ? `You were invited as ${ACCESS_WITH_ARTICLE[access]}. ${ownerName} can make you an editor.`
    : `You were invited as a viewer, so you see no comments. ${ownerName} can make you a reviewer or an editor.`
}

/** The captions with words that can no longer be saved, to copy; nothing if there are none. */
function UnsavedWords() {
  const waits = useEditor(({ pending, suggest }) => pending.length > 0 || suggest.own.some(({ isSent }) => !isSent))
  const saved = useEditor((state) => state.saved)
  const doc = useEditor((state) => state.doc)
  const text = useMemo(() => (waits ? changedCaptions(saved, doc).join('\n') : ''), [waits, saved, doc])
  return (
    <TextToCopy
      label="These captions have words that were not saved. Copy what you need."
      text={text}
      copied="Captions copied."
    />
  )
}

/** Comments that can no longer be sent, to copy; nothing if there are none. */
function UnsentComments() {
  const mayComment = useMayComment()
  const draft = useEditor((state) => state.comments.draft)
  const replies = useEditor((state) => state.comments.replies)
  if (mayComment) return null
  const text = [...(draft === null ? [] : [draft.text]), ...replies.values()].join('\n\n')
  return <TextToCopy label="Your comment was not sent. Copy it if you need it." text={text} copied="Comment copied." />
}

/** Text that is about to be lost, with a button that copies it; nothing for an empty one. */
function TextToCopy({ label, text, copied }: { label: string; text: string; copied: string }) {
  const id = useId()
  if (text === '') return null
  async function copy() {
    try {
      await copyText(text)
      toast.success(copied)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      toast.info(error.message)
    }
  }
  return (
    <div className="mt-2 grid gap-2">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        readOnly
        value={text}
        rows={Math.min(4, text.split('\n').length)}
        className="w-full resize-y rounded-md border border-border bg-sunken p-2 text-text"
      />
      <Button size="sm" icon={<Copy aria-hidden="true" />} className="justify-self-start" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}

/** @throws AppError `unavailable` when the browser does not let the page write the clipboard */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    throw new AppError('unavailable', 'Your browser does not let this page copy. Select the text and copy it yourself.')
  }
}
