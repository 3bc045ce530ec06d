import type { Context } from 'hono'
import type { OptionalMailer } from '#features/accounts/server/index.ts'
import type { OpenDocuments } from '#features/captions/server/index.ts'
import type { StoredLogo, StoredOwnFont } from '#features/rendering/server/index.ts'
import type { StoredProject } from '#features/media/server/index.ts'
import type { Db, Queryable } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { Caller, HttpEnv } from '#platform/server/http.ts'
import type { ConsumeRateLimit } from '#platform/server/rate-limit.ts'

/** The dependencies of review. */
export type ReviewDeps = {
  readonly db: Db
  readonly files: FileStore
  readonly optionalMail: OptionalMailer
  /** The captions that people have open in this process. */
  readonly documents: OpenDocuments
  /** Whether an operator has suspended this account: its links do not work meanwhile. */
  isSuspended(q: Queryable, userId: string): Promise<boolean>
  /** Whether an operator took this video down: nobody but its owner and team sees it, under any link. */
  isTakenDown(q: Queryable, video: StoredProject): Promise<boolean>
  /** Whether somebody sees a closed video, to judge it: an operator who decides about reports. Records that they do. */
  openAsOperator(caller: Caller | null, video: StoredProject): Promise<boolean>
  /** The own fonts that an owner had at a time. */
  ownFonts(o: { readonly ownerId: string; readonly at: Date }): Promise<readonly StoredOwnFont[]>
  /** The pictures that an owner had at a time. @param o.ids as in a document, of any form */
  logos(o: {
    readonly ownerId: string
    readonly ids: readonly string[]
    readonly at: Date
  }): Promise<readonly StoredLogo[]>
  /** The public origin of the site. */
  readonly publicUrl: string
  /** Makes the tokens of review links, and signs the cookies of guests with a password. */
  readonly linkKey: Uint8Array
  readonly consumeRateLimit: ConsumeRateLimit
  /** The address a request came from. */
  clientAddress(c: Context<HttpEnv>): string
  newId(): string
  now(): Date
}
