import { Link2, Link2Off } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Role } from '../model/access.ts'
import { ACCESS_WITH_ARTICLE } from '../model/access-with-article.ts'
import type { Team } from '../model/contract.ts'
import { MailDomain } from '../model/mail-domain.ts'
import { useTeamMutation } from './queries.ts'
import { ROLE_OPTIONS } from './role-labels.ts'
import { toastResult } from './toast-result.ts'

/** The link with which people of a mail domain join: its form, or what it admits, with a way to revoke it. */
export function DomainLinkForm({ team: { domainLink } }: { team: Team }) {
  const [url, setUrl] = useState<string>()
  return (
    <Card as="section" aria-labelledby="domain-link">
      <h2 id="domain-link" className="text-xl">
        Invite by link
      </h2>
      {domainLink === null ? (
        <CreateLink onCreated={setUrl} />
      ) : (
        <>
          <p className="mt-2 text-sm wrap-anywhere text-muted">
            Everybody with a confirmed address at <strong className="text-text">{domainLink.domain}</strong> can join as{' '}
            {ACCESS_WITH_ARTICLE[domainLink.role]} while there is a free seat.
          </p>
          {url !== undefined && <NewLink url={url} />}
          <RevokeLink onRevoked={() => setUrl(undefined)} />
        </>
      )}
    </Card>
  )
}

function CreateLink({ onCreated }: { onCreated: (url: string) => void }) {
  const { createDomainLink } = useTeamMutation()
  const [role, setRole] = useState<Role>('viewer')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = MailDomain.safeParse(new FormData(event.currentTarget).get('domain'))
    if (!entered.success) return setProblem(entered.error.issues[0]?.message)
    createDomainLink.mutate(
      { domain: entered.data, role },
      { onSuccess: ({ url }) => onCreated(url), onError: (error) => setProblem(asAppError(error).message) },
    )
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onInput={() => setProblem(undefined)}
      className="mt-4 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
    >
      <TextField
        name="domain"
        label="Mail domain"
        placeholder="acme.com"
        autoComplete="off"
        maxLength={253}
        error={problem}
      />
      <Select label="Role of who joins" value={role} options={ROLE_OPTIONS} onChange={setRole} />
      <Button
        type="submit"
        busy={createDomainLink.isPending}
        icon={<Link2 aria-hidden="true" />}
        className="sm:mt-[1.625rem]"
      >
        Create link
      </Button>
    </form>
  )
}

function NewLink({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied.')
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error
      toast.info('Your browser does not let this page copy. Select the link and copy it yourself.')
    }
  }
  return (
    <div className="mt-4 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label="Link to share"
        hint="Copy it now: we show it only once. For another one, revoke it first."
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button className="sm:mt-[1.625rem]" onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  )
}

function RevokeLink({ onRevoked }: { onRevoked: () => void }) {
  const { revokeDomainLink } = useTeamMutation()
  const [asks, setAsks] = useState(false)

  function confirm() {
    void toastResult(revokeDomainLink.mutateAsync(undefined), {
      done: 'The link is revoked.',
      failed: 'We couldn’t revoke the link',
    })
      .then(onRevoked)
      .finally(() => setAsks(false))
  }

  return (
    <div className="mt-4">
      <Button size="sm" icon={<Link2Off aria-hidden="true" />} onClick={() => setAsks(true)}>
        Revoke link
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Revoke this link?"
        description="Nobody can join with it any longer. People who joined stay on your team."
        confirmLabel="Revoke"
        busy={revokeDomainLink.isPending}
        onConfirm={confirm}
      />
    </div>
  )
}
