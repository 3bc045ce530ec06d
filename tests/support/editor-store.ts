import { createEditorStore, type EditorStore } from '../../src/features/captions/web/store/editor-store.ts'
import { pendingEdits } from '../../src/features/captions/web/store/pending-edits.ts'
import { type CaptionServer, MemoryStorage } from './captions.ts'

/** An editor of a server's captions, without its page. What it has not saved goes to a storage of its own by default. */
export function openStore(
  server: CaptionServer,
  {
    storage = new MemoryStorage(),
    onProblem = () => {},
  }: { storage?: Storage; onProblem?(message: string): void } = {},
): EditorStore {
  return createEditorStore({
    document: server.document,
    access: server.access,
    conflicts: [],
    api: server,
    projectId: 'p',
    clientId: 'a',
    store: pendingEdits('p', 'a', storage),
    onProblem,
  })
}
