import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { toast } from '#platform/web/toasts.tsx'
import type { Author, CaptionDocument } from '../../model/index.ts'
import { EditorContext, type OpenEditor, useOpenEditor } from '../store/editor-context.ts'
import { viewOnlyStore } from './view-only-store.ts'
import type { VersionsApi } from '../store/versions-api.ts'

/** A version in the history. */
export type VersionRef = {
  readonly revision: number
  readonly at: string
  readonly by: Author | null
  readonly name: string | null
}

/** The captions of a version that is shown. */
export type Viewed = { readonly document: CaptionDocument; readonly editor: OpenEditor }

/** The history around an open editor, and the version that it shows instead of the present captions. */
export type VersionsState = {
  readonly api: VersionsApi
  readonly projectId: string
  /** The editor of the present captions, which goes on receiving edits while a version is shown. */
  readonly live: OpenEditor
  /** The chosen version; null for the present. */
  readonly chosen: VersionRef | null
  /** Its captions; null until they are loaded. */
  readonly viewed: Viewed | null
  readonly error: Error | null
  view(version: VersionRef): void
  /** Shows the present captions again. */
  leave(): void
  retry(): void
}

const VersionsContext = createContext<VersionsState | null>(null)

/** The history around this component. */
export function useVersions(): VersionsState {
  const versions = useContext(VersionsContext)
  if (versions === null) throw new Error('this component belongs inside an open editor')
  return versions
}

/** The message when somebody edits a past version. */
const PAST = 'This is an earlier version. Choose Back to now to edit, or restore it.'

/** Lets everything inside show a version in place of the present captions. */
export function VersionsProvider({
  api,
  projectId,
  children,
}: {
  api: VersionsApi
  projectId: string
  children: ReactNode
}) {
  const live = useOpenEditor()
  const [chosen, setChosen] = useState<VersionRef | null>(null)
  const revision = chosen?.revision ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: ['caption-version', projectId, revision],
    queryFn: () => api.openVersion(projectId, revision),
    enabled: chosen !== null,
    // A past version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  const document = chosen === null ? undefined : data
  const viewed = useMemo((): Viewed | null => {
    if (document === undefined) return null
    const store = viewOnlyStore(document, { onEdit: () => toast.info(PAST, { id: 'past-version' }) })
    return { document, editor: { ...live, store } }
  }, [document, live])
  const state = useMemo(
    (): VersionsState => ({
      api,
      projectId,
      live,
      chosen,
      viewed,
      error,
      view(version) {
        // A style that is still being dragged is an edit of the present.
        live.store.actions.drop()
        setChosen(version)
      },
      leave: () => setChosen(null),
      retry: () => void refetch(),
    }),
    [api, projectId, live, chosen, viewed, error, refetch],
  )
  return (
    <VersionsContext value={state}>
      <EditorContext value={viewed?.editor ?? live}>{children}</EditorContext>
    </VersionsContext>
  )
}

/** How long a version that is no longer shown stays in memory, ms: people look back and forth. */
const KEPT_MS = 60_000

/** Shows the present captions, whatever version is shown around it. */
export function LiveEditor({ children }: { children: ReactNode }) {
  const { live } = useVersions()
  return <EditorContext value={live}>{children}</EditorContext>
}

/** Shows the viewed version, also inside `LiveEditor`. */
export function ShownEditor({ children }: { children: ReactNode }) {
  const { live, viewed } = useVersions()
  return <EditorContext value={viewed?.editor ?? live}>{children}</EditorContext>
}
