import { useId, useState } from 'react'
import type { DomainProvider } from '#features/accounts/model/index.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { siteApi } from './site-queries.ts'

const LIMITS = { name: 60, issuer: 500, clientId: 500, clientSecret: 1_000, domains: 2_000 }

/** What an operator enters about a provider. The stored secret is never shown. */
export function ProviderFields({ provider, callback }: { provider: DomainProvider | undefined; callback: string }) {
  const [domains, setDomains] = useState(provider?.domains.join(', ') ?? '')
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [isRequired, setRequired] = useState(provider?.isRequired ?? false)
  const firstDomain = domains
    .trim()
    .split(/[\s,;]/)[0]
    ?.toLowerCase()
    .replace(/^@/, '')
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="On the button: Continue with …"
        autoComplete="off"
        maxLength={LIMITS.name}
        defaultValue={provider?.name}
        data-focus-first=""
      />
      <TextField
        {...TECHNICAL}
        name="domains"
        label="Domains of e-mail addresses"
        hint="Separated by commas. Sub-domains do not count."
        maxLength={LIMITS.domains}
        value={domains}
        onChange={({ currentTarget }) => setDomains(currentTarget.value)}
      />
      <RedirectAddress address={callback + (provider?.id ?? (firstDomain || 'acme.example'))} />
      <TextField
        {...TECHNICAL}
        name="issuer"
        label="Issuer"
        hint="For example https://login.acme.example/realms/staff"
        inputMode="url"
        maxLength={LIMITS.issuer}
        value={issuer}
        onChange={({ currentTarget }) => setIssuer(currentTarget.value)}
      />
      <ConnectionTest issuer={issuer.trim()} />
      <TextField
        {...TECHNICAL}
        name="clientId"
        label="Client id"
        maxLength={LIMITS.clientId}
        defaultValue={provider?.clientId}
      />
      <TextField
        name="clientSecret"
        type="password"
        label="Client secret"
        hint={
          provider === undefined ? 'Stored encrypted, and never shown again.' : 'Leave it empty to keep the stored one.'
        }
        autoComplete="new-password"
        maxLength={LIMITS.clientSecret}
      />
      <Checkbox
        name="trustsAddresses"
        value="yes"
        defaultChecked={provider?.trustsAddresses ?? false}
        label="Trust addresses without email_verified"
        hint="For a provider that never sends this claim, such as Microsoft Entra ID. Only if its administrators alone decide who has an address of these domains: anybody they give one opens the account with it."
      />
      <Checkbox
        name="isRequired"
        value="yes"
        checked={isRequired}
        onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
        label="Required for these domains"
        hint="No password, passkey or other provider opens an account of these domains. Try the log-in before you require it."
      />
      {isRequired && (
        <Checkbox
          name="endsSessions"
          value="yes"
          label="End other sessions of these people now"
          hint="Everybody with an address of these domains logs in again, with the provider. You stay logged in here."
        />
      )}
    </>
  )
}

const TECHNICAL = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

function RedirectAddress({ address }: { address: string }) {
  const id = useId()
  return (
    <div className="grid gap-1 text-sm">
      <p id={id} className="font-medium">
        Redirect address for the provider
      </p>
      <code aria-labelledby={id} className="rounded-md border border-border px-3 py-2 break-all select-all">
        {address}
      </code>
    </div>
  )
}

type Tested = { readonly issuer: string; readonly problem?: string }

/** Reads the provider's discovery document, as saving does. */
function ConnectionTest({ issuer }: { issuer: string }) {
  const [isBusy, setBusy] = useState(false)
  const [tested, setTested] = useState<Tested>()

  async function run() {
    setBusy(true)
    try {
      await siteApi.checkSignInProvider({ issuer })
      setTested({ issuer })
    } catch (error) {
      setTested({ issuer, problem: asAppError(error).message })
    }
    setBusy(false)
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button size="sm" busy={isBusy} disabled={issuer === ''} onClick={() => void run()}>
        Test the connection
      </Button>
      {tested?.issuer === issuer &&
        (tested.problem === undefined ? (
          <Notice tone="success">The provider answered, and its keys can be read.</Notice>
        ) : (
          <Notice tone="error">{tested.problem}</Notice>
        ))}
    </div>
  )
}
