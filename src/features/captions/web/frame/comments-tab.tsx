import { useCallback, useEffect, useMemo } from 'react'
import { textOf, wordIndex } from '../../model/index.ts'
import {
  useActions,
  useDocument,
  useEditor,
  useMayComment,
  useMayWriteComments,
  useOpenEditor,
} from '../store/editor-context.ts'
import { seekToWord } from '../playback/seek-to-word.ts'
import { selectedIds } from '../store/selection.ts'
import type { CommentDraft, CommentedWords, CommentsSlot, EditorSlots } from '../slots.ts'

type CommentsTabProps = { readonly projectId: string } & Pick<EditorSlots, 'comments'>

/** Comments on the captions: the panel of another feature, with the selected words. */
export function CommentsTab({ projectId, comments }: CommentsTabProps) {
  const { flush, setComments } = useActions()
  const document = useDocument()
  const selection = useEditor((state) => state.selection)
  const access = useEditor((state) => state.access)
  const mayWrite = useMayWriteComments()
  const asked = useEditor((state) => state.comments.asked)
  const answered = useEditor((state) => state.comments.answered)
  const draft = useEditor((state) => state.comments.draft)
  const replies = useEditor((state) => state.comments.replies)
  const onDraft = useCallback((written: CommentDraft | null) => setComments({ draft: written }), [setComments])
  const onReply = useStoreReply()
  const onFocused = useCallback(() => setComments({ answered: asked }), [setComments, asked])
  const show = useShowWords()
  const selected = useMemo(() => {
    const ids = selectedIds(document, selection)
    const [firstWordId, lastWordId] = [ids[0], ids.at(-1)]
    if (firstWordId === undefined || lastWordId === undefined) return null
    const first = wordIndex(document, firstWordId)
    return { firstWordId, lastWordId, quote: textOf(document.words.slice(first, first + ids.length)) }
  }, [document, selection])
  const wantsFocus = asked > answered
  const writing = { draft, onDraft, replies, onReply, mayWrite, selected, wantsFocus, onFocused }
  return comments({ projectId, document, access, ...writing, save: flush, show })
}

/** Stores what is being written outside the panel, which goes when its author becomes a viewer. */
function useStoreReply(): CommentsSlot['onReply'] {
  const { store } = useOpenEditor()
  return useCallback(
    (threadId, text) => {
      const replies = new Map(store.getState().comments.replies)
      if (text.trim() === '') replies.delete(threadId)
      else replies.set(threadId, text)
      store.actions.setComments({ replies })
    },
    [store],
  )
}

/** Marks commented words and counts open comments, without showing anything; nothing for a viewer. */
export function CommentMarks(props: CommentMarksProps) {
  return useMayComment() && <ActiveCommentMarks {...props} />
}

type CommentMarksProps = { readonly projectId: string } & Pick<EditorSlots, 'commentMarks'>

const NO_WORDS: CommentedWords = { open: 0, wordIds: new Set() }

function ActiveCommentMarks({ projectId, commentMarks }: CommentMarksProps) {
  const { setComments, askForComments } = useActions()
  const document = useDocument()
  const version = useEditor((state) => state.comments.version)
  const isCrowded = useEditor((state) => state.isCrowded)
  const onChange = useCallback((words: CommentedWords) => setComments({ words }), [setComments])
  // Nothing stays marked for somebody who becomes a viewer.
  useEffect(() => () => setComments({ words: NO_WORDS }), [setComments])
  return commentMarks({ projectId, document, version, isCrowded, onChange, onOpen: askForComments })
}

/** Selects words and seeks to them. */
function useShowWords() {
  const editor = useOpenEditor()
  return useCallback(
    (firstWordId: string, lastWordId: string) => {
      const { getState, actions } = editor.store
      if (wordIndex(getState().doc, firstWordId) < 0) return
      actions.select({ focus: firstWordId, anchor: lastWordId })
      seekToWord(editor, firstWordId)
    },
    [editor],
  )
}

/** The name of the tab, with the number of open comments. */
export function useCommentsLabel(): string {
  const open = useEditor((state) => state.comments.words.open)
  return open === 0 ? 'Comments' : `Comments (${open})`
}
