import { whenIdle } from '#platform/web/idle.ts'
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

/** Streams the captions of a project from the server; as `readDocumentAt`. */
export function readDocument(projectId: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument> {
  return readDocumentAt(`/api/captions/${projectId}/document`, onStart)
}

/**
 * Streams captions from an address of the server.
 * @param onStart receives the first captions before the rest
 * @throws AppError as refused by the server; `unavailable` when the connection is lost
 */
export async function readDocumentAt(path: string, onStart?: (start: OpenedDocument) => void): Promise<OpenedDocument> {
  let first: (DocumentStart & ShownAccess) | undefined
  const parts: DocumentPart[] = []
  for await (const line of readLines(path)) {
    if (first === undefined) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's contract, which the server's tests check
      first = line as DocumentStart & ShownAccess
      onStart?.({ document: first.document, access: first.access, viewing: first.viewing })
      // A person sees the first captions before the browser reads all the others.
      await new Promise<void>((resolve) => {
        whenIdle(() => resolve(), { timeout: LONGEST_WAIT_MS })
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    } else parts.push(line as DocumentPart)
  }
  if (first === undefined) throw new TypeError('an empty answer')
  return { document: joinDocument(first, parts), access: first.access, viewing: first.viewing }
}
