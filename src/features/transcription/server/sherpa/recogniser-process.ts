import { fileURLToPath } from 'node:url'
import { type RunningProcess, startChild } from '#platform/server/process.ts'
import { Answer, type ModelFiles, OUT_OF_MEMORY_STATUS, type Request } from './protocol.ts'

/** The model process ended before it responded. */
export class RecogniserDied extends Error {
  override readonly name = 'RecogniserDied'
  /** The process died while loading the model: a retry would fail too. */
  readonly whileLoading: boolean

  constructor(message: string, o: { whileLoading: boolean }) {
    super(message)
    this.whileLoading = o.whileLoading
  }
}

export type Recognised = Extract<Answer, { type: 'recognised' }>
type Piece = Omit<Extract<Request, { type: 'recognise' }>, 'type' | 'id'>

/** A process for one model, started on demand and kept warm between pieces and runs. */
export type RecogniserProcess = {
  /**
   * Recognises one piece; concurrent callers take turns. Aborting ends the process; the next call restarts it.
   * @throws RecogniserDied if the process died; Error if only this piece failed
   */
  recognise(piece: Piece, signal: AbortSignal): Promise<Recognised>
  /** The process id while it runs. */
  pid(): number | undefined
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Idle time after which a model releases its memory. */
const IDLE_MS = 5 * 60_000
/** Load timeout: the largest model takes well under a minute from a slow disk. */
const LOAD_MS = 180_000

export function recogniserProcess(o: { files: ModelFiles; threads: number; memoryMb: number }): RecogniserProcess {
  let running: Session | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  return {
    recognise(piece, signal) {
      const mine = turn.then(() => recognisePiece(piece, signal))
      turn = mine.catch(() => undefined)
      return mine
    },
    pid: () => running?.pid,
    async close() {
      clearTimeout(idle)
      await running?.stop()
    },
  }

  async function recognisePiece(piece: Piece, signal: AbortSignal): Promise<Recognised> {
    signal.throwIfAborted()
    clearTimeout(idle)
    const session = (running ??= startSession(o))
    const stop = (): void => void session.stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await session.ask(piece)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
      if (session.ended()) running = undefined
      idle = setTimeout(() => void running?.stop().then(() => (running = undefined)), IDLE_MS)
      idle.unref()
    }
  }
}

type Session = { readonly pid: number; ask(piece: Piece): Promise<Recognised>; stop(): Promise<void>; ended(): boolean }

function startSession({ files, threads, memoryMb }: { files: ModelFiles; threads: number; memoryMb: number }): Session {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const state = { ready: false, ended: false, nextId: 1 }
  let asked: { id: number; answer: PromiseWithResolvers<Recognised> } | undefined
  const child: RunningProcess = startChild({
    module: CHILD,
    nodeArgs: ['--disable-warning=ExperimentalWarning'],
    args: [],
    signal: stopping.signal,
    onStdoutLine: (line) => {
      const answer = Answer.parse(JSON.parse(line))
      if (answer.type === 'ready') {
        state.ready = true
        return ready.resolve()
      }
      if (answer.id !== asked?.id) return
      if (answer.type === 'recognised') asked.answer.resolve(answer)
      else asked.answer.reject(new Error(answer.message))
    },
  })
  const slow = setTimeout(() => stopping.abort(), LOAD_MS)
  const done = child.done.then((end) => {
    state.ended = true
    const why =
      end.code === OUT_OF_MEMORY_STATUS ? 'it needed too much memory' : `it ended with ${end.code ?? end.signal}`
    const died = new RecogniserDied(`${why}: ${end.stderrTail.slice(-400)}`, { whileLoading: !state.ready })
    clearTimeout(slow)
    ready.reject(died)
    asked?.answer.reject(died)
  })
  ready.promise.then(
    () => clearTimeout(slow),
    () => undefined,
  )
  send(child, { type: 'load', files, threads, memoryMb })
  return {
    pid: child.pid,
    ended: () => state.ended,
    async ask(piece) {
      await ready.promise
      const id = state.nextId
      state.nextId += 1
      asked = { id, answer: Promise.withResolvers<Recognised>() }
      if (state.ended)
        await ready.promise.then(() =>
          asked?.answer.reject(new RecogniserDied('it ended between two pieces', { whileLoading: false })),
        )
      send(child, { type: 'recognise', id, ...piece })
      return asked.answer.promise
    },
    async stop() {
      stopping.abort()
      await done
    },
  }
}

function send(child: RunningProcess, request: Request): void {
  if (child.stdin.writable) child.stdin.write(`${JSON.stringify(request)}\n`)
}
