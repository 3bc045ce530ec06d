import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { siteName } from '#platform/shared/product.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CaptionDocument } from '../model/index.ts'
import { type CaptionsApi, captionsApi, announceLeaving } from './store/captions-api.ts'
import { EditorContext, type OpenEditor } from './store/editor-context.ts'
import { EditorLayout } from './frame/editor-layout.tsx'
import { createEditorStore } from './store/editor-store.ts'
import { newUuid } from './store/new-id.ts'
import { openCaptions, type Opened } from './store/open-captions.ts'
import { pendingEdits } from './store/pending-edits.ts'
import { storedRate } from './playback/playback-settings.ts'
import { openPlayer } from './playback/open-player.ts'
import type { Player } from './playback/player.ts'
import { firstCaptions, type OpenedDocument } from './store/read-document.ts'
import { rehearseEdits } from './store/rehearse-edits.ts'
import type { EditorProps } from './slots.ts'
import { useFirstLook } from './style/use-first-look.ts'
import { useMeasured } from './transcript/use-measured.ts'
import { useStartWord } from './transcript/use-start-word.ts'
import type { SuggestionsApi } from './store/suggestions/suggestions-api.ts'
import { suggestStore } from './store/suggestions/unsent-suggestions.ts'
import type { VersionsApi } from './store/versions-api.ts'
import { VersionsProvider } from './versions/versions-context.tsx'

/** The caption editor of one project, in all its states. */
export function Editor({ api = captionsApi, onFirstCaptions, onFailed, ...props }: EditorProps) {
  const { projectId } = props
  const [clientId] = useState(newUuid)
  const [store] = useState(() => pendingEdits(projectId, clientId))
  const [start, setStart] = useState<OpenedDocument>()
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- as a first state, React would render it in slices of 5 ms, later
    setStart(firstCaptions(projectId))
  }, [projectId])
  const opened = useQuery({
    queryKey: ['captions', projectId, clientId],
    queryFn: () => {
      const onStart = (first: OpenedDocument) => {
        onFirstCaptions?.(first.document)
        setStart(first)
      }
      return openCaptions({ api, projectId, clientId, store, onStart })
    },
    // From here on, the open editor owns the document.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  const hasFailed = opened.isError
  useEffect(() => {
    if (hasFailed) onFailed?.()
  }, [hasFailed, onFailed])
  if (opened.isError) {
    return (
      <div className="mx-auto grid max-w-xl gap-4 p-6">
        <Notice
          tone="error"
          title="The captions could not be opened"
          actions={<Button onClick={() => void opened.refetch()}>Try again</Button>}
        >
          {asAppError(opened.error).message}
        </Notice>
      </div>
    )
  }
  const first = opened.data ?? start
  if (first === undefined) return <LoadingEditor />
  return <EditorOf {...props} api={api} clientId={clientId} pending={store} first={first} opened={opened.data} />
}

type EditorOfProps = EditorProps & {
  readonly api: CaptionsApi & VersionsApi & SuggestionsApi
  readonly clientId: string
  readonly pending: ReturnType<typeof pendingEdits>
  /** The captions that are loaded at the first render. */
  readonly first: OpenedDocument
  /** All captions; undefined until they are loaded. */
  readonly opened: Opened | undefined
}

/** The editor of loaded captions, or of the first ones. */
function EditorOf({ api, clientId, pending, first, opened, startMs, firstLook, ...props }: EditorOfProps) {
  const { projectId } = props
  const [editor] = useState((): OpenEditor => {
    const { document, access, viewing } = first
    const store = createEditorStore({
      document,
      access,
      viewing,
      isOpening: opened === undefined,
      conflicts: opened?.conflicts ?? [],
      api,
      projectId,
      clientId,
      store: pending,
      suggestions: { api, store: suggestStore(projectId, clientId) },
      onProblem: (message) => toast.info(message),
    })
    return { store, player: openAt(() => store.getState().doc, startMs) }
  })
  useEffect(() => {
    if (opened === undefined) return
    const { getState, actions } = editor.store
    if (getState().isOpening) actions.finishOpening(opened)
    announceRecovered(opened)
  }, [editor, opened])
  useEffect(() => leaveSafely(editor), [editor])
  useStartWord(editor, startMs, opened !== undefined)
  const isOpen = opened !== undefined
  useFirstLook(editor, firstLook, isOpen)
  useEffect(() => (isOpen ? editor.store.actions.follow() : undefined), [editor, isOpen])
  useEffect(() => (isOpen ? rehearseEdits(editor.store) : undefined), [editor, isOpen])
  useMeasured(editor, props.timeline, isOpen)
  useEffect(() => {
    const leave = () => {
      // A colour that is still being dragged is an edit too.
      editor.store.actions.drop()
      announceLeaving({ projectId, clientId })
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [editor, projectId, clientId])
  return (
    <EditorContext value={editor}>
      <VersionsProvider api={api} projectId={projectId}>
        <EditorLayout {...props} />
      </VersionsProvider>
    </EditorContext>
  )
}

/** Opens at a time, else on the first caption. */
function openAt(captions: () => CaptionDocument, startMs: number | undefined): Player {
  const player = openPlayer(captions)
  player.setRate(storedRate())
  if (startMs !== undefined) player.seek(startMs)
  return player
}

function announceRecovered({ recovered, hasNewer }: Opened): void {
  if (recovered > 0)
    toast.success(
      `${recovered === 1 ? 'An edit' : `${recovered} edits`} from your last visit had not been saved; now they are.`,
    )
  if (hasNewer)
    toast.info(
      `This browser holds edits from a newer version of ${siteName()}. They stay here and are saved after the update.`,
    )
}

/** Saves when the editor closes; asks before the page closes while edits exist only in memory. */
function leaveSafely({ store }: OpenEditor): () => void {
  const { actions } = store
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (actions.isUnsafe()) event.preventDefault()
  }
  // Phones freeze pages without another event, so save when the page is hidden.
  const hidden = () => document.visibilityState === 'hidden' && save()
  const save = () => void actions.flush().catch(() => undefined)
  addEventListener('online', save)
  addEventListener('beforeunload', beforeUnload)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    removeEventListener('online', save)
    removeEventListener('beforeunload', beforeUnload)
    document.removeEventListener('visibilitychange', hidden)
    save()
    actions.dispose()
  }
}

function LoadingEditor() {
  return (
    <div
      role="status"
      aria-label="Opening the captions"
      className="grid h-[calc(100dvh-var(--spacing-header,0px))] gap-3 p-3 lg:grid-cols-[24rem_1fr_21rem]"
    >
      <Skeleton className="h-full max-lg:hidden" />
      <Skeleton className="h-full" />
      <Skeleton className="h-full max-lg:hidden" />
    </div>
  )
}
