import { KeyRound } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Provider } from '../model/contract.ts'
import { LazyCodeStep } from './lazy-code-step.tsx'
import { type PopupState, type ProviderPopup, useProviderPopup } from './use-provider-popup.ts'

/** A button per provider, and the progress of the log-in in its window. */
export function ProviderButtons({
  providers,
  ...popup
}: ProviderPopup & {
  providers: readonly Provider[]
}) {
  const { state, start, cancel } = useProviderPopup(popup)
  return (
    <div className="grid gap-3">
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="lg"
          icon={<KeyRound aria-hidden="true" />}
          busy={state.kind === 'waiting' && state.provider.id === provider.id}
          onClick={() => start(provider)}
        >
          {popup.again === true ? 'Log in again with' : 'Continue with'} {provider.name}
        </Button>
      ))}
      {state.kind === 'code' ? (
        <LazyCodeStep
          onSignedIn={() => {
            cancel()
            popup.onSignedIn()
          }}
          onCancel={cancel}
        />
      ) : (
        <Outcome state={state} onCancel={cancel} />
      )}
    </div>
  )
}

function Outcome({ state, onCancel }: { state: PopupState; onCancel: () => void }) {
  switch (state.kind) {
    case 'idle':
    case 'code':
      return null
    case 'waiting':
      return (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          <p role="status">Continue in the {state.provider.name} window.</p>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )
    case 'closed':
      return <Notice tone="info">The {state.provider.name} window was closed before you logged in.</Notice>
    case 'blocked':
      return (
        <Notice tone="warning" title={`Your browser blocked the ${state.provider.name} window`}>
          Allow pop-up windows for this site, then try again.
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="error" title={`${state.provider.name} refused the log-in`}>
          {state.message}
        </Notice>
      )
    default:
      return state satisfies never
  }
}
