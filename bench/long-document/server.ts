import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { applyCommands, type CaptionDocument, type Command } from '#features/captions/model/index.ts'
import type { Db } from '#platform/server/db.ts'
import { median } from '../measure.ts'
import type { LongProject } from './project.ts'

/** The server's cost of one saved edit: medians of rounds. */
export type EditCost = {
  /** Processor time of all threads of the web process. */
  readonly cpuMs: number
  /** Of its event loop only. */
  readonly loopMs: number
  /** Bytes written to the write-ahead log, including snapshots: the mean of all rounds. */
  readonly walBytes: number
}

/** The cost of opening the captions: medians. */
export type OpeningCost = {
  readonly cpuMs: number
  readonly loopMs: number
  readonly bytes: number
  /** From the request to the first and to the last byte of the response. */
  readonly firstMs: number
  readonly lastMs: number
}

/** A web process, a logged-in user, and the worker's maintenance. */
export type Server = {
  readonly url: string
  readonly pid: number
  readonly cookie: string
  readonly db: Db
  maintain(): Promise<void>
}

/** About as many as a user types in a minute or two; the worker runs maintenance once a minute. */
const EDITS_PER_ROUND = 100

/** An editor of one project that sends one edit after another, each based on the last. */
export function openBenchEditor(server: Server, { projectId, document }: LongProject) {
  let doc: CaptionDocument = document
  let undo: Command[] = []
  let made = 0

  async function edit(): Promise<void> {
    const commands = nextEdit(doc, undo, made++)
    const { doc: next, inverse } = applyCommands(doc, commands)
    const input = { projectId, clientId: randomUUID(), baseRevision: doc.rev }
    await call(server, 'captions/apply', { ...input, batches: [{ batchId: randomUUID(), commands }] })
    doc = { ...next, rev: doc.rev + 1 }
    undo = inverse
  }

  return {
    /** Saves a round of edits. @returns the cost of each, for `median` */
    async round(): Promise<EditCost> {
      const [wal, cpu] = [await walBytes(server.db), await cpuOf(server.pid)]
      for (let n = 0; n < EDITS_PER_ROUND; n++) await edit()
      const cpuAfter = await cpuOf(server.pid)
      await server.maintain()
      const walAfter = await walBytes(server.db)
      return {
        cpuMs: (cpuAfter.all - cpu.all) / EDITS_PER_ROUND,
        loopMs: (cpuAfter.loop - cpu.loop) / EDITS_PER_ROUND,
        walBytes: (walAfter - wal) / EDITS_PER_ROUND,
      }
    },
    /** Opens the captions once, with a browser's requests. */
    async open(): Promise<OpeningCost> {
      const cpu = await cpuOf(server.pid)
      const began = performance.now()
      const request = get(`${server.url}/api/captions/${projectId}/document`, {
        headers: { cookie: server.cookie, 'accept-encoding': 'gzip' },
      })
      const [answer] = await once(request, 'response')
      let [bytes, firstMs] = [0, 0]
      for await (const chunk of answer) {
        if (bytes === 0) firstMs = performance.now() - began
        bytes += chunk.length
      }
      const lastMs = performance.now() - began
      const after = await cpuOf(server.pid)
      return { cpuMs: after.all - cpu.all, loopMs: after.loop - cpu.loop, bytes, firstMs, lastMs }
    },
  }
}

/** The median of each figure, but the mean of bytes written, since snapshots are occasional. */
export function summarise<Cost extends Record<string, number>>(costs: readonly Cost[]): Cost {
  const [first] = costs
  if (first === undefined) throw new Error('nothing was measured')
  const figures = Object.keys(first).map((name) => {
    const values = costs.map((cost) => cost[name] ?? Number.NaN)
    return [name, name === 'walBytes' ? values.reduce((sum, each) => sum + each, 0) / values.length : median(values)]
  })
  return Object.fromEntries(figures) as Cost
}

/** Typical edits: correct a word, mark one, cut a caption, undo. */
function nextEdit(doc: CaptionDocument, undo: readonly Command[], at: number): Command[] {
  // Far apart, and never the same twice in a row.
  const place = (at * 7_919) % doc.words.length
  const id = doc.words[place]?.id ?? ''
  const kinds: Command[][] = [
    [{ type: 'setWordText', id, text: `take${at}` }],
    [{ type: 'setTag', ids: [id], tag: 'keyword', on: true }],
    [{ type: 'insertWords', after: id, words: [{ id: `n${at}`, text: 'more' }] }],
    [...undo],
  ]
  return kinds[at % kinds.length] ?? []
}

async function call(server: Server, procedure: string, input: unknown): Promise<void> {
  const answer = await ask(server, procedure, input)
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

function ask({ url, cookie }: Server, procedure: string, input: unknown): Promise<Response> {
  return fetch(`${url}/api/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: url },
    body: JSON.stringify({ json: input }),
  })
}

async function walBytes({ $client }: Db): Promise<number> {
  const { rows } = await $client.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  )
  return Number(rows[0]?.bytes)
}

/** Processor time so far, ms. Threads that have ended are missing; pool threads outlive a round. */
async function cpuOf(pid: number): Promise<{ all: number; loop: number }> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
      return [thread, Number(text.split(' ')[0]) / 1e6] as const
    }),
  )
  return {
    all: times.reduce((sum, [, ms]) => sum + ms, 0),
    loop: times.find(([thread]) => thread === String(pid))?.[1] ?? 0,
  }
}
