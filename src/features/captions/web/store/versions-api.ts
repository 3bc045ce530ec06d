import { readLines } from '#platform/web/json-lines.ts'
import {
  type CaptionDocument,
  type DocumentPart,
  type DocumentStart,
  type HistoryPage,
  joinDocument,
  type NamedVersion,
  type Versions,
} from '../../model/index.ts'

/** The API calls of the history. */
export type VersionsApi = {
  history(input: { projectId: string; before?: number; after?: number }): Promise<HistoryPage>
  versions(input: { projectId: string }): Promise<Versions>
  nameVersion(input: { projectId: string; revision: number; name: string }): Promise<NamedVersion>
  removeVersionName(input: { projectId: string; revision: number }): Promise<object>
  /** The captions of a past version. */
  openVersion(projectId: string, revision: number): Promise<CaptionDocument>
}

/**
 * Reads the captions of a past version from the server.
 * @throws AppError as refused by the server; `unavailable` when the connection is lost
 */
export async function readVersion(projectId: string, revision: number): Promise<CaptionDocument> {
  let start: DocumentStart | undefined
  const parts: DocumentPart[] = []
  for await (const line of readLines(`/api/captions/${projectId}/versions/${revision}/document`)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's contract, which the server's tests check
    if (start === undefined) start = line as DocumentStart
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    else parts.push(line as DocumentPart)
  }
  if (start === undefined) throw new TypeError('an empty answer')
  return joinDocument(start, parts)
}
