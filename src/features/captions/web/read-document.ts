import type { Access } from '#features/collaboration/model/index.ts'
import { readLines } from '#platform/web/json-lines.ts'
import { type CaptionDocument, type DocumentPart, type DocumentStart, joinDocument } from '../model/index.ts'

type Opened = { readonly document: CaptionDocument; readonly access: Access }

/**
 * Streams the captions of a project from the server.
 * @param onStart receives the first captions before the rest
 * @throws AppError as refused by the server; `unavailable` when the connection is lost
 */
export async function readDocument(projectId: string, onStart?: (start: Opened) => void): Promise<Opened> {
  let first: (DocumentStart & { readonly access: Access }) | undefined
  const parts: DocumentPart[] = []
  for await (const line of readLines(`/api/captions/${projectId}/document`)) {
    if (first === undefined) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's contract, which the server's tests check
      first = line as DocumentStart & { readonly access: Access }
      onStart?.({ document: first.document, access: first.access })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    } else parts.push(line as DocumentPart)
  }
  if (first === undefined) throw new TypeError('an empty answer')
  return { document: joinDocument(first, parts), access: first.access }
}
