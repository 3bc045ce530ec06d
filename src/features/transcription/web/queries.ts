import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { refreshBalance } from '#features/credits/web/index.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import { followStream, type Interruption } from '#platform/web/stream.ts'
import { useRefresh } from '#platform/web/use-refresh.ts'
import type { Transcription, TranscriptionEvent, transcriptionContract } from '../model/contract.ts'
import type { SpokenWord } from '../model/word.ts'
import { wantedLanguage } from './languages.ts'

const client = apiClient<typeof transcriptionContract>('transcription')
const transcription = apiQueries<typeof transcriptionContract>('transcription')

/**
 * The price of captions for this video and the engines that can make them; polled every 3 s while a better one is being
 * installed.
 * @param isMeasured whether the length of the video is known: a price from before is read again
 */
export function useQuote(projectId: string, isMeasured: boolean) {
  const quote = useQuery(
    transcription.quote.queryOptions({
      input: { projectId },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.coming ? 3_000 : false),
    }),
  )
  const { data, refetch } = quote
  const isOutdated = isMeasured && data?.durationMs === 0
  useEffect(() => {
    if (isOutdated) void refetch()
  }, [isOutdated, refetch])
  return quote
}

/** Asks for what starts captions before the page of a video opens: its latest run, and the price. */
export async function prefetchStart(queryClient: QueryClient, projectId: string): Promise<void> {
  const input = { projectId }
  await Promise.all([
    prefetchRun(queryClient, projectId),
    queryClient.prefetchQuery(transcription.quote.queryOptions({ input })),
  ])
}

/** An answer of this age is not asked for again by the page that opens, ms. */
const JUST_ASKED_MS = 2_000

/** Asks for the latest run over a video's sound before its page does. */
export function prefetchRun(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.prefetchQuery(transcription.get.queryOptions({ input: { projectId } }))
}

/**
 * The latest run over this video's sound; null before the first. Polled every 3 s while its video is missing, although
 * its captions are here.
 */
export function useTranscription(projectId: string, enabled = true) {
  const queryClient = useQueryClient()
  const run = useQuery(
    transcription.get.queryOptions({
      input: { projectId },
      enabled,
      staleTime: JUST_ASKED_MS,
      refetchInterval: ({ state }) => (isAhead(state.data) ? 3_000 : false),
    }),
  )
  const wasAhead = useRef(false)
  const isNowAhead = isAhead(run.data)
  useEffect(() => {
    // Its credits are settled.
    if (wasAhead.current && !isNowAhead) void refreshBalance(queryClient)
    wasAhead.current = isNowAhead
  }, [isNowAhead, queryClient])
  return run
}

/** Whether the captions of a run exist although it has not ended. */
function isAhead(run: Transcription | null | undefined): boolean {
  return run?.hasEarlyCaptions === true && !isOver(run)
}

/** The newest run of each listed video, by project id; polled every 2 s while one is active. */
export function useTranscriptionOverview({ isNeeded = true }: { isNeeded?: boolean } = {}) {
  return useQuery(
    transcription.overview.queryOptions({
      enabled: isNeeded,
      staleTime: 0,
      refetchInterval: ({ state }) => (Object.values(state.data ?? {}).some((run) => !isOver(run)) ? 2_000 : false),
    }),
  )
}

/** Places the hold and starts a run. @param onStarted called once it is placed */
export function useStartTranscription(projectId: string, onStarted: () => void) {
  const settled = useSettledStart(projectId, onStarted)
  return useMutation(transcription.start.mutationOptions(settled))
}

/** The look of captions that start with their upload. Default: as the server chooses. */
export type UnattendedLook = { readonly template?: string; readonly look?: string }

/**
 * Returns what starts captions from the speech of an upload that has just begun. It leaves a video with captions as it
 * is, and does not start what its creator has to decide: a video without credits, or an engine on another server. It
 * listens for the first of `languages` that an engine knows, or else detects the language.
 */
export function useUnattendedStart() {
  const queryClient = useQueryClient()
  return async (
    projectId: string,
    look: UnattendedLook,
    languages: readonly string[],
  ): Promise<'started' | 'left' | { readonly problem: string }> => {
    if ((await client.get({ projectId })) !== null) return 'left'
    const { enough, engines } = await client.quote({ projectId })
    if (!enough) return { problem: 'You have too few credits.' }
    const host = engines.find((engine) => engine.host !== null)?.host
    if (host) return { problem: `Its sound would be sent to ${host}: start them on its page.` }
    const language = wantedLanguage(engines, languages)
    const source = { kind: 'speech' } as const
    const run = await client.start({ projectId, source, ...look, ...(language !== undefined && { language }) })
    await storeAnswer(queryClient, transcription.get.queryKey({ input: { projectId } }), run)
    await refreshBalance(queryClient)
    return 'started'
  }
}

/** Starts a run whose script hardly fits the sound. @param onStarted called once it is placed */
export function useStartAnyway(projectId: string, onStarted: () => void) {
  const settled = useSettledStart(projectId, onStarted)
  return useMutation(transcription.startAnyway.mutationOptions(settled))
}

/** Not callbacks of `mutate`, which are dropped: the stored run replaces the form before they are called. */
function useSettledStart(projectId: string, onStarted: () => void) {
  const queryClient = useQueryClient()
  return {
    onSuccess: (run: Transcription) => {
      onStarted()
      return storeAnswer(queryClient, transcription.get.queryKey({ input: { projectId } }), run)
    },
    onSettled: () =>
      Promise.all([
        refreshBalance(queryClient),
        queryClient.invalidateQueries({ queryKey: transcription.quote.key() }),
      ]),
  }
}

/** Stops the run; its credits come back. */
export function useCancelTranscription(projectId: string) {
  const queryClient = useQueryClient()
  const onSuccess = (run: Transcription) =>
    isOver(run) ? storeAnswer(queryClient, transcription.get.queryKey({ input: { projectId } }), run) : undefined
  return useMutation(transcription.cancel.mutationOptions({ onSuccess }))
}

/** A live run: its state and the words so far. */
export type LiveTranscription = {
  readonly run: Transcription | null
  readonly words: readonly SpokenWord[]
  /** Why the live stream is unavailable, or null. */
  readonly interruption: Interruption | null
}

/**
 * Follows the run until it ends, then updates the rest of the page with its final state and the new balance. A new
 * connection replays everything; the earlier words stay until its words replace them.
 */
export function useLiveTranscription(projectId: string): LiveTranscription {
  const queryClient = useQueryClient()
  const [live, dispatch] = useReducer(next, { run: null, words: [], isStale: true })
  const [interruption, setInterruption] = useState<Interruption | null>(null)

  useEffect(() => {
    const closing = new AbortController()
    let price = 0
    void followStream<TranscriptionEvent>({
      connect: (signal) => {
        dispatch({ type: 'connected' })
        return client.watch({ projectId }, { signal })
      },
      onEvent: (event) => {
        dispatch(event)
        if (event.type !== 'state') return
        const run = event.transcription
        // A waiting run begins: its price is held.
        if (run.credits > price) void refreshBalance(queryClient)
        price = run.credits
        if (!isOver(run) && !isAhead(run)) return
        void storeAnswer(queryClient, transcription.get.queryKey({ input: { projectId } }), run)
        if (isOver(run)) void refreshBalance(queryClient)
      },
      isLast,
      onInterrupted: setInterruption,
      onRefused: () => void refreshRun(queryClient, projectId),
      signal: closing.signal,
    })
    return () => closing.abort()
  }, [projectId, queryClient])

  const isCrowded = interruption === 'crowded'
  useRefresh(isCrowded, () => void refreshRun(queryClient, projectId))
  // The last event of the stream is older than a fresh request.
  return { run: isCrowded ? null : live.run, words: live.words, interruption }
}

function refreshRun(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: transcription.get.key({ input: { projectId } }) })
}

/** True once the state of a run is final. */
export function isOver({ state }: Pick<Transcription, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

type Live = Pick<LiveTranscription, 'run' | 'words'> & {
  /** The words come from an earlier connection. */
  readonly isStale: boolean
}

function next(live: Live, event: TranscriptionEvent | { type: 'connected' }): Live {
  switch (event.type) {
    case 'connected':
      return { ...live, isStale: true }
    case 'state':
      return {
        ...live,
        run: event.transcription,
        words: isSameAttempt(live.run, event.transcription) ? live.words : [],
      }
    case 'words':
      return { ...live, words: live.isStale ? event.words : [...live.words, ...event.words], isStale: false }
    default:
      return event satisfies never
  }
}

/** False once another run or engine has started: the words so far are not its own. */
function isSameAttempt(before: Transcription | null, now: Transcription): boolean {
  return before === null || (before.id === now.id && before.engineLabel === now.engineLabel)
}

function isLast(event: TranscriptionEvent): event is Extract<TranscriptionEvent, { type: 'state' }> {
  return event.type === 'state' && isOver(event.transcription)
}
