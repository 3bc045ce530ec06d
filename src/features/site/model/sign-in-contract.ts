import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ClientSecret, DomainProvider, DomainProviderSettings, Issuer } from '#features/accounts/model/index.ts'
import { ActionReason } from '#features/operations/model/index.ts'

const SignIn = z.object({
  /** From A. */
  providers: z.array(DomainProvider),
  /** False while the setting ORGANISATION_SIGN_IN=off ignores them all. */
  isOn: z.boolean(),
  /** The redirect address of each, up to its id. */
  callback: z.string(),
})
/** How organisations sign in, as operators see it. */
export type SignIn = z.output<typeof SignIn>

const Id = z.string().max(253)

/** Part of `/api/rpc/operator/*`: the providers with which organisations sign in. */
export const signInContract = {
  signInProviders: oc.output(SignIn),
  /**
   * Reads the discovery document and the keys of an issuer. Refused: `unprocessable` with the reason, and
   * `too_many_requests`.
   */
  checkSignInProvider: oc.input(z.object({ issuer: Issuer })).output(z.object({ authorizationUrl: z.string() })),
  /**
   * Adds a provider, whose id is its first domain, or changes one. An issuer is checked first if it is new, or becomes
   * required. Refused: `unprocessable` for that, and without the secret of a new issuer; `conflict` if another provider
   * has one of the domains, or somebody changed it meanwhile.
   */
  saveSignInProvider: oc
    .input(
      z.object({
        /** The provider to change, as the page showed it. */
        replaces: z.object({ id: Id, changedAt: z.iso.datetime() }).nullable(),
        settings: DomainProviderSettings,
        /** Without one, the stored secret stays. */
        clientSecret: ClientSecret.optional(),
        /** Whether people of its domains are logged out, where it is required; the caller's session stays. */
        endsSessions: z.boolean().default(false),
        reason: ActionReason,
      }),
    )
    .output(z.object({ id: z.string() })),
  /** Refused: `conflict` if there is no such provider. */
  removeSignInProvider: oc
    .input(z.object({ id: Id, reason: ActionReason }))
    .output(z.object({ removed: z.literal(true) })),
}
