import { whenIdle } from '#platform/web/idle.ts'
import { takeEarlyResponse } from '#platform/web/early-requests.ts'
import { readLines } from '#platform/web/json-lines.ts'
import {
  type CaptionDocument,
  type DocumentPart,
  type DocumentStart,
  joinDocument,
  type ShownAccess,
} from '../../model/index.ts'

/** How long the rest of the captions waits until the first of them are shown, also on a slow processor, ms. */
const LONGEST_WAIT_MS = 2_000

/** All or the first captions, and the person's access. */
export type OpenedDocument = { readonly document: CaptionDocument } & Readonly<ShownAccess>

/** The first line of the answer, and the lines after it. */
type Begun = { readonly first: DocumentStart & ShownAccess; readonly rest: AsyncGenerator }

/** Captions whose reading began before their editor was there. `start` is set once the first of them are there. */
type Reading = { readonly begun: Promise<Begun | undefined>; start?: OpenedDocument }

/** By the address of the captions, until their editor reads them. */
const readings = new Map<string, Reading>()

/**
 * Begins to read captions that the document of the page has requested, so that their editor finds the first of them when it
 * is mounted; nothing if it has requested none. The rest waits for the editor.
 * @param onStart receives the first captions
 */
export function beginReading(projectId: string, onStart: (start: OpenedDocument) => void): void {
  const path = pathOf(projectId)
  const early = takeEarlyResponse(path)
  const reading: Reading = {
    begun: early.then((response) => (response === undefined ? undefined : begin(readLines(path, early)))),
  }
  readings.set(path, reading)
  reading.begun.then(
    (found) => {
      if (found === undefined) return
      reading.start = startOf(found)
      onStart(reading.start)
    },
    // The editor meets the same error.
    () => undefined,
  )
}

/** The first captions that {@link beginReading} has read; undefined before, and once an editor reads the rest. */
export function firstCaptions(projectId: string): OpenedDocument | undefined {
  return readings.get(pathOf(projectId))?.start
}

/** Streams the captions of a project from the server; as `readDocumentAt`. */
export async function readDocument(
  projectId: string,
  onStart?: (start: OpenedDocument) => void,
): Promise<OpenedDocument> {
  const path = pathOf(projectId)
  const reading = readings.get(path)
  readings.delete(path)
  const found = await reading?.begun
  return found === undefined
    ? readDocumentAt(path, onStart)
    : readRest(found, reading?.start ?? startOf(found), onStart)
}

/**
 * Streams captions from an address of the server.
 * @param onStart receives the first captions before the rest
 * @throws AppError as refused by the server; `unavailable` when the connection is lost
 */
export async function readDocumentAt(path: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument> {
  const found = await begin(readLines(path))
  return readRest(found, startOf(found), onStart)
}

async function begin(lines: AsyncGenerator): Promise<Begun> {
  const { done, value } = await lines.next()
  if (done === true) throw new TypeError('an empty answer')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's contract, which the server's tests check
  return { first: value as Begun['first'], rest: lines }
}

async function readRest(
  { first, rest }: Begun,
  start: OpenedDocument,
  onStart?: (start: OpenedDocument) => void,
): Promise<OpenedDocument> {
  onStart?.(start)
  // A person sees the first captions before the browser reads all the others.
  await new Promise<void>((resolve) => {
    whenIdle(() => resolve(), { timeout: LONGEST_WAIT_MS })
  })
  const parts: DocumentPart[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
  for await (const line of rest) parts.push(line as DocumentPart)
  return { ...start, document: joinDocument(first, parts) }
}

function startOf({ first: { document, access, viewing } }: Begun): OpenedDocument {
  return { document, access, viewing }
}

function pathOf(projectId: string): string {
  return `/api/captions/${projectId}/document`
}
