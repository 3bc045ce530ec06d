import type { CaptionDocument } from '../../model/index.ts'
import type { CaptionsApi } from '../store/captions-api.ts'
import { createEditorStore, type EditorStore } from '../store/editor-store.ts'

/**
 * An editor's store of captions that cannot be edited; it neither reads from the server nor sends to it.
 * @param o.onEdit called when somebody tries to edit
 */
export function viewOnlyStore(document: CaptionDocument, { onEdit }: { onEdit(): void }): EditorStore {
  return createEditorStore({
    document,
    access: 'viewer',
    conflicts: [],
    api: NO_SERVER,
    projectId: document.media.id,
    clientId: 'view-only',
    store: { save: () => true, list: () => [], hasNewer: () => false, remove: () => undefined },
    onProblem: onEdit,
  })
}

const refuse = () => Promise.reject(new Error('a past version is never sent'))
const NO_SERVER: CaptionsApi = { get: refuse, apply: refuse, watch: refuse, here: refuse }
