import { oc } from '@orpc/contract'
import { z } from 'zod'
import { HistoryPage, NamedVersion, Revision, VersionName, Versions } from './version.ts'

const project = z.object({ projectId: z.uuid() })
const version = project.extend({ revision: Revision })

/**
 * The history of captions, under `/api/rpc/captions/*`. The captions of a revision are streamed from
 * `/api/captions/:projectId/versions/:revision/document`.
 */
export const versionsContract = {
  /** Saved edits, newest first, as far back as versions are stored: older than `before`, or newer than `after`. */
  history: oc.input(project.extend({ before: Revision.optional(), after: Revision.optional() })).output(HistoryPage),
  /** Named versions and older copies. */
  versions: oc.input(project).output(Versions),
  /**
   * Names a version or renames it, and stores it until the name is removed. Refused: `not_found` when the version is
   * not stored, `conflict` at `MOST_VERSIONS`.
   */
  nameVersion: oc.input(version.extend({ name: VersionName })).output(NamedVersion),
  /** Removes the name of a version; does nothing if it has none. */
  removeVersionName: oc.input(version).output(z.object({})),
}
