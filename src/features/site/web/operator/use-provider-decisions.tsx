import type { DomainProvider } from '#features/accounts/model/index.ts'
import { type Decision, useActionDone } from '#features/operations/web/index.ts'
import { ProviderFields } from './provider-fields.tsx'
import { siteApi } from './site-queries.ts'

/**
 * The decisions to add, change and remove the provider of an organisation; each asks for a reason.
 * @param callback the redirect address of each, up to its id
 */
export function useProviderDecisions(callback: string) {
  const done = useActionDone()

  function saveDecision(
    provider: DomainProvider | undefined,
    texts: Pick<Decision, 'title' | 'description'>,
  ): Decision {
    return {
      ...texts,
      button: 'Save',
      requires: 'reason',
      more: <ProviderFields provider={provider} callback={callback} />,
      submit: (text) =>
        done(
          siteApi.saveSignInProvider({
            replaces: provider === undefined ? null : { id: provider.id, changedAt: provider.changedAt },
            settings: {
              name: text('name'),
              issuer: text('issuer'),
              clientId: text('clientId'),
              domains: domainsIn(text('domains')),
              isRequired: text('isRequired') !== '',
              trustsAddresses: text('trustsAddresses') !== '',
            },
            ...(text('clientSecret') !== '' && { clientSecret: text('clientSecret') }),
            endsSessions: text('endsSessions') !== '',
            reason: text('reason'),
          }),
          'The provider is saved.',
        ),
    }
  }

  return {
    add: () =>
      saveDecision(undefined, {
        title: 'Add a provider',
        description: 'Register this site at the provider first, as a web application with the redirect address below.',
      }),
    change: (provider: DomainProvider) =>
      saveDecision(provider, {
        title: `Change ${provider.name}`,
        description:
          'The next sign-ins use it. People who are logged in stay logged in unless you end their sessions below.',
      }),
    remove: ({ id, name, domains }: DomainProvider): Decision => ({
      title: `Remove ${name}`,
      description: `Accounts of ${domains.join(', ')} stay. Who has no password sets one with “Forgot your password?”.`,
      button: 'Remove',
      requires: 'reason',
      isDanger: true,
      submit: (text) => done(siteApi.removeSignInProvider({ id, reason: text('reason') }), 'The provider is removed.'),
    }),
  }
}

/** Separated by commas or spaces. */
function domainsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((domain) => domain !== '')
}
