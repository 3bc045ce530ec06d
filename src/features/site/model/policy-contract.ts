import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from '#features/operations/model/index.ts'
import { Policy, PolicyMarkdown, PolicyVersion } from './policies.ts'

/** The mails about a version: one to every active user. */
const PolicyNotice = z.object({
  summary: z.string(),
  state: z.enum(['running', 'done', 'stopped']),
  /** Users who were mailed so far. */
  mailed: z.int(),
})

/** A text as operators see it. */
export const OperatorPolicy = z.object({
  policy: Policy,
  /** 0 while nothing was written. */
  version: PolicyVersion,
  /** The operator's text; null while the built-in one is used, or none for the imprint. */
  markdown: z.string().nullable(),
  /** The built-in text; null for the imprint, which has none. */
  builtIn: z.string().nullable(),
  /** The mails about this version; null if there are none. */
  notice: PolicyNotice.nullable(),
})
export type OperatorPolicy = z.output<typeof OperatorPolicy>

/** One version of a text in the list of operators. */
export const ListedPolicy = z.object({
  version: PolicyVersion,
  /** False for the built-in text. */
  isOwn: z.boolean(),
  /** Null for no imprint. */
  characters: z.int().nullable(),
  operator: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
  notice: PolicyNotice.nullable(),
})
export type ListedPolicy = z.output<typeof ListedPolicy>

/** The sentence about a change in the mail to users. */
export const PolicySummary = z
  .string()
  .trim()
  .min(10, 'Say in a sentence what changes.')
  .max(500, 'Use at most 500 characters for the sentence.')

/** Part of `/api/rpc/operator/*`. */
export const policyAdministrationContract = {
  policies: oc.output(z.array(OperatorPolicy)),
  /** Newest first. */
  policyVersions: oc
    .input(z.object({ policy: Policy, before: z.int().min(1).optional() }))
    .output(z.object({ versions: z.array(ListedPolicy), next: z.int().nullable() })),
  /**
   * Publishes a new version, which its page shows from then on.
   * @param markdown null for the built-in text, or for no imprint
   * @param replaces the version that the page showed
   * @param summary mails every active user about the change, once; null for no mail
   * @throws AppError `conflict` if somebody published another one meanwhile, or if it is the present text
   */
  publishPolicy: oc
    .input(
      z.object({
        policy: Policy,
        markdown: PolicyMarkdown.nullable(),
        replaces: PolicyVersion,
        reason: ActionReason,
        summary: PolicySummary.nullable(),
      }),
    )
    .output(z.object({ version: PolicyVersion })),
}
