import { Copy, Link2, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useCopy } from '#platform/web/use-copy.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ReviewLink } from '../model/contract.ts'
import { PASSWORD_LENGTH } from '../model/limits.ts'
import { useLinkMutations, useReviewLinks } from './queries.ts'

/** Makes, lists, copies and revokes the review links of a project. */
export function ShareDialog({ projectId, open, onClose }: { projectId: string; open: boolean; onClose: () => void }) {
  const links = useReviewLinks(projectId, open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Share for review"
      description="Somebody with the link watches the video with its captions, comments and approves, without an account."
    >
      <div className="grid gap-6 pb-4">
        <NewLink projectId={projectId} />
        <section aria-labelledby="review-links" className="grid gap-2">
          <h3 id="review-links" className="text-base">
            Links
          </h3>
          {links.isPending && <Skeleton className="h-14" />}
          {links.isError && <Notice tone="error">{asAppError(links.error).message}</Notice>}
          {links.data?.length === 0 && <p className="text-sm text-muted">Nobody has a link to this video yet.</p>}
          <ul className="grid gap-2 empty:hidden">
            {links.data?.map((link) => (
              <li key={link.id}>
                <LinkRow projectId={projectId} link={link} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

const LIFETIMES = [
  { value: 'never', label: 'Until I revoke it', days: null },
  { value: '7', label: '7 days', days: 7 },
  { value: '30', label: '30 days', days: 30 },
] as const
type Lifetime = (typeof LIFETIMES)[number]['value']

function NewLink({ projectId }: { projectId: string }) {
  const { create } = useLinkMutations(projectId)
  const { copy } = useCopy()
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form).get('review-password')
    const password = typeof entered === 'string' && entered !== '' ? entered : null
    if (password !== null && password.length < PASSWORD_LENGTH.min)
      return setProblem(`Use at least ${PASSWORD_LENGTH.min} characters, or leave it empty.`)
    const days = LIFETIMES.find(({ value }) => value === lifetime)?.days ?? null
    create.mutate(
      { projectId, password, days },
      {
        onSuccess: ([newest]) => {
          form.reset()
          void announce(newest?.url ?? '')
        },
        onError: (error) => setProblem(asAppError(error).message),
      },
    )
  }

  async function announce(url: string) {
    const isCopied = await copy(url)
    toast.success(isCopied ? 'The link is made and copied.' : 'The link is made. Copy it from the list.')
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onInput={() => setProblem(undefined)}
      className="grid items-start gap-3 sm:grid-cols-2"
    >
      <Select label="Works" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
      <TextField
        name="review-password"
        type="password"
        label="Password (optional)"
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH.max}
        error={problem}
      />
      <Button
        type="submit"
        variant="primary"
        busy={create.isPending}
        icon={<Link2 aria-hidden="true" />}
        className="justify-self-start sm:col-span-2"
      >
        Make link
      </Button>
    </form>
  )
}

function LinkRow({ projectId, link }: { projectId: string; link: ReviewLink }) {
  const { revoke } = useLinkMutations(projectId)
  const { copy, isCopied } = useCopy()
  const { url, state } = link

  async function copyLink(address: string) {
    if (!(await copy(address))) toast.error('Your browser did not allow copying. Select the address and copy it.')
  }

  return (
    <div className="grid gap-2 rounded-md border border-border bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {state !== 'active' && <Badge>{state === 'revoked' ? 'Revoked' : 'Expired'}</Badge>}
        {link.hasPassword && (
          <Badge>
            <Lock aria-hidden="true" />
            Password
          </Badge>
        )}
        <span className="text-muted">
          Made on {formatShortDay(link.createdAt)}
          {state === 'active' && link.expiresAt !== null && `, works until ${formatShortDay(link.expiresAt)}`}
        </span>
      </p>
      {state === 'active' && (
        <>
          {url === null ? (
            <p className="text-muted">
              The server’s secret has changed since, so this address cannot be shown. It still works.
            </p>
          ) : (
            <code className="truncate text-xs review-address text-faint">{url}</code>
          )}
          <div className="flex flex-wrap gap-2">
            {url !== null && (
              <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(url)}>
                {isCopied ? 'Copied' : 'Copy link'}
              </Button>
            )}
            <Button
              size="sm"
              busy={revoke.isPending}
              onClick={() =>
                revoke.mutate(
                  { projectId, linkId: link.id },
                  {
                    onSuccess: () => toast.success('The link no longer works.'),
                    onError: (error) => toast.error(asAppError(error).message),
                  },
                )
              }
            >
              Revoke
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
