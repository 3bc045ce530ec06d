import type { OperatorAccess } from '#features/operations/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { ReportedKind } from '../model/index.ts'
import type { AddressRules } from './address-rules.ts'
import type { ConsumeRateLimit } from '#platform/server/rate-limit.ts'

/** What a public page shows, as its feature knows it. */
export type ReportedThing = {
  readonly id: string
  readonly linkId: string
  readonly ownerId: string
  readonly title: string
  /** Equal for copies of the thing. */
  readonly contentKey: string
}

/** The public pages of one kind. */
export type PublicPages = {
  /** What the page behind a token shows; undefined if its link was revoked or the thing removed. */
  find(q: Queryable, token: string): Promise<ReportedThing | undefined>
  /** The token of a link; null if it no longer exists. */
  tokenOf(q: Queryable, o: { readonly id: string; readonly linkId: string }): Promise<string | null>
}

/** The dependencies of abuse. */
export type AbuseDeps = OperatorAccess & {
  readonly mail: Pick<Mailer, 'send'>
  readonly pages: Readonly<Record<ReportedKind, PublicPages>>
  /** The address of a user; undefined for a deleted one. */
  emailOf(q: Queryable, userId: string): Promise<string | undefined>
  readonly addressRules: AddressRules
  /** Signs the links of takedowns. */
  readonly takedownKey: Uint8Array
  /** The public origin of the site. */
  readonly publicUrl: string
  readonly consumeRateLimit: ConsumeRateLimit
  newId(): string
  now(): Date
}
