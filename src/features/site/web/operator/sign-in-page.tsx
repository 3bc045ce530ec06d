import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, May, PageHead, QueryState, ReasonDialog } from '#features/operations/web/index.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SITE_DUTIES } from '../../model/settings-duties.ts'
import type { SignIn } from '../../model/sign-in-contract.ts'
import { siteQueries } from './site-queries.ts'
import { ProviderTable } from './sign-in-table.tsx'
import { useProviderDecisions } from './use-provider-decisions.tsx'

const LEAD =
  'Providers with which organisations sign in. People with an address of its domains are sent to their provider; where it is required, they cannot log in otherwise.'

/** /operator/sign-in: the OpenID Connect providers of organisations. */
export function OperatorSignInPage() {
  const signIn = useQuery(siteQueries.signInProviders.queryOptions({ staleTime: 0, refetchOnWindowFocus: false }))
  const [decision, setDecision] = useState<Decision>()
  const decide = useProviderDecisions(signIn.data?.callback ?? '')
  return (
    <>
      <PageHead
        title="Sign-in"
        lead={LEAD}
        actions={
          <May duty={SITE_DUTIES.saveSignInProvider}>
            <Button variant="primary" disabled={signIn.data === undefined} onClick={() => setDecision(decide.add())}>
              Add a provider
            </Button>
          </May>
        }
      />
      <QueryState query={signIn}>
        {({ providers, isOn }) => (
          <>
            {!isOn && <SwitchedOff />}
            <Providers
              providers={providers}
              onChange={(provider) => setDecision(decide.change(provider))}
              onRemove={(provider) => setDecision(decide.remove(provider))}
            />
          </>
        )}
      </QueryState>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

function Providers(props: Parameters<typeof ProviderTable>[0] & Pick<SignIn, 'providers'>) {
  if (props.providers.length > 0) return <ProviderTable {...props} />
  return (
    <EmptyState title="No organisation has its own provider">
      Everybody signs in with a password, a passkey or a provider of the settings. Add an OpenID Connect provider, such
      as Keycloak or Okta, for the domains of an organisation.
    </EmptyState>
  )
}

function SwitchedOff() {
  return (
    <div className="mb-5">
      <Notice tone="warning" title="These providers are switched off">
        The setting ORGANISATION_SIGN_IN=off ignores them. Everybody signs in as if there were none.
      </Notice>
    </div>
  )
}
