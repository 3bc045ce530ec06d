import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  applyCommands,
  CaptionDocument,
  checkDocument,
  Command,
  type CaptionsEvent,
} from '#features/captions/model/index.ts'
import { unpackChanges } from '#features/captions/server/storage/batch-changes.ts'
import { documentOf } from '#features/captions/server/index.ts'
import type { CaptionsApi } from '#features/captions/web/store/captions-api.ts'
import { createEditorStore, type EditorStore } from '#features/captions/web/store/editor-store.ts'
import { pendingEdits } from '#features/captions/web/store/pending-edits.ts'
import type { SuggestionsApi } from '#features/captions/web/store/suggestions/suggestions-api.ts'
import { suggestStore } from '#features/captions/web/store/suggestions/unsent-suggestions.ts'
import type { Db } from '#platform/server/db.ts'
import { refusalOf } from '#platform/web/refusal.ts'
import { serverEvents } from '#platform/web/server-events.ts'
import { MemoryStorage } from './captions.ts'

/** An open editor: the real store and outbox, and a record of what the server acknowledged. */
export type TestEditor = {
  readonly store: EditorStore
  /** Batches the server acknowledged. */
  readonly acknowledged: Set<string>
  /** Every batch this editor has sent, with its commands. */
  readonly made: Map<string, readonly Command[]>
}

/** Opens the captions as a page does, over any transport. */
export async function openTestEditor(
  api: CaptionsApi,
  { projectId, clientId, suggestionsApi }: { projectId: string; clientId: string; suggestionsApi?: SuggestionsApi },
): Promise<TestEditor> {
  const acknowledged = new Set<string>()
  const made = new Map<string, readonly Command[]>()
  const { document, access } = await api.get({ projectId })
  const store = createEditorStore({
    document,
    access,
    conflicts: [],
    projectId,
    clientId,
    api: {
      ...api,
      async apply(input) {
        const answer = await api.apply(input)
        for (const { batchId } of answer.saved) acknowledged.add(batchId)
        return answer
      },
    },
    store: pendingEdits(projectId, clientId, new MemoryStorage()),
    ...(suggestionsApi && {
      suggestions: { api: suggestionsApi, store: suggestStore(projectId, clientId, new MemoryStorage()) },
    }),
    onProblem: () => {},
  })
  store.subscribe(({ pending }) => {
    for (const { batchId, commands } of pending) made.set(batchId, commands)
  })
  return { store, acknowledged, made }
}

/** The calls of an editor over HTTP, as its page makes them. */
export function captionsOverHttp(url: string, cookies: ReadonlyMap<string, string>): CaptionsApi {
  const ask = async (name: string, input: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await fetch(new URL(`/api/rpc/captions/${name}`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        origin: url,
      },
      body: JSON.stringify({ json: input }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw refusalOf(Answer.parse(await response.json()).json)
    return response
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- what the contract promises; the server's tests hold it to that
  const call = async (name: string, input: unknown): Promise<any> =>
    Answer.parse(await (await ask(name, input)).json()).json
  return {
    get: (input) => call('get', input),
    apply: (input) => call('apply', input),
    here: (input) => call('here', input),
    async watch(input, { signal }) {
      const { body } = await ask('watch', input, signal)
      if (body === null) throw new TypeError('no stream')
      return serverEvents(body) as AsyncIterable<CaptionsEvent>
    },
  }
}

const Answer = z.object({ json: z.unknown() })

/**
 * Waits until all editors have saved everything and show the same; polls 20 times a second. @throws Error on timeout
 */
export async function settle(editors: readonly TestEditor[], withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  for (;;) {
    await Promise.all(editors.map(({ store }) => store.actions.flush().catch(() => undefined)))
    const states = editors.map(({ store }) => store.getState())
    const newest = Math.max(...states.map(({ saved }) => saved.rev))
    if (states.every(({ saved, pending }) => pending.length === 0 && saved.rev === newest)) return
    if (performance.now() > end)
      throw new Error(
        `not in step: ${states.map(({ saved, pending, save }) => `${saved.rev}+${pending.length} ${save}`).join(', ')}`,
      )
    await sleep(50)
  }
}

/** The saved document and its log. @throws Error if replaying the log gives another document */
export async function readSavedState(db: Db, projectId: string, first: CaptionDocument) {
  const document = CaptionDocument.parse(await documentOf(db, projectId))
  const { rows: log } = await db.$client.query(
    'select batch_id as "batchId", changes from caption_batches where project_id = $1 order by revision',
    [projectId],
  )
  const batches = z
    .array(z.object({ batchId: z.string(), changes: z.instanceof(Uint8Array) }))
    .parse(log)
    .map(({ batchId, changes }) => ({ batchId, commands: z.array(Command).parse(unpackChanges(changes).commands) }))
  checkDocument(document)
  let replayed = first
  const deleted = new Set<string>()
  const said = new Set<string>()
  for (const { commands } of batches) {
    const { doc } = applyCommands(replayed, commands)
    for (const id of deletedBetween(replayed, doc, commands)) deleted.add(id)
    for (const { id, text } of doc.words) said.add(textKey(id, text))
    replayed = doc
  }
  return { document: { ...document, rev: 0 }, replayed: { ...replayed, rev: 0 }, log: batches, deleted, said }
}

/** The deleted words, except those merged into another word. */
function deletedBetween(before: CaptionDocument, after: CaptionDocument, commands: readonly Command[]): string[] {
  const left = new Set(after.words.map(({ id }) => id))
  const merged = new Set(commands.flatMap((command) => (command.type === 'mergeWords' ? command.ids : [])))
  return before.words.flatMap(({ id }) => (left.has(id) || merged.has(id) ? [] : [id]))
}

/** The document an editor shows, without its revision. */
export function documentShown({ store }: TestEditor): CaptionDocument {
  return { ...store.getState().doc, rev: 0 }
}

/**
 * Edits that are lost: not saved, not in a conflict, not resolved, and not made by the other person too, even if undone
 * later.
 */
export function lostEdits(
  { store, made }: TestEditor,
  { log, deleted, said }: Pick<Awaited<ReturnType<typeof readSavedState>>, 'log' | 'deleted' | 'said'>,
  decided: ReadonlySet<string>,
): string[] {
  const { conflicts } = store.getState()
  const known = new Set([...decided, ...[...log, ...conflicts.flatMap(({ batches }) => batches)].map(idOf)])
  // Only for these two commands can equality with the other person's edit be checked.
  const isDone = (command: Command) =>
    command.type === 'deleteWords'
      ? command.ids.every((id) => deleted.has(id))
      : command.type === 'setWordText' && said.has(textKey(command.id, command.text))
  return [...made].flatMap(([id, commands]) => (known.has(id) || commands.every(isDone) ? [] : [id]))
}

function textKey(id: string, text: string): string {
  return `${id} ${text}`
}

function idOf({ batchId }: { readonly batchId: string }): string {
  return batchId
}
