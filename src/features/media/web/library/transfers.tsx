import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Project } from '../../model/contract.ts'
import type { Receiver, Transfer } from '../../model/transfers.ts'
import { useReceivers, useTransferMutation, useTransfers } from '../queries.ts'

/** The videos that others offer to the user, each to accept or decline; nothing if there are none. */
export function OfferedVideos() {
  const { data } = useTransfers()
  return data
    ?.filter(({ direction }) => direction === 'received')
    .map((transfer) => <OfferedVideo key={transfer.projectId} transfer={transfer} />)
}

function OfferedVideo({ transfer: { projectId, title, name, sizeBytes } }: { transfer: Transfer }) {
  const { accept, decline } = useTransferMutation()
  const isBusy = accept.isPending || decline.isPending
  /** Not by callbacks of the mutation: the offer is gone from the page before they run. */
  async function end(result: Promise<unknown>, done: string) {
    try {
      await result
      toast.success(done)
    } catch (error) {
      toast.error(asAppError(error).message)
    }
  }
  return (
    <Notice
      tone="info"
      title={`${name} wants to give you “${title}”`}
      actions={
        <>
          <Button
            size="sm"
            variant="primary"
            disabled={isBusy}
            busy={accept.isPending}
            onClick={() => void end(accept.mutateAsync({ projectId }), `“${title}” is yours now.`)}
          >
            Accept
          </Button>
          <Button
            size="sm"
            disabled={isBusy}
            busy={decline.isPending}
            onClick={() => void end(decline.mutateAsync({ projectId }), 'Declined. It stays with its owner.')}
          >
            Decline
          </Button>
        </>
      }
    >
      It comes with its captions, comments, history and exports, and counts in your storage: {formatBytes(sizeBytes)}.
    </Notice>
  )
}

/** The name of the person whom a video is offered to; undefined if it is not. */
export function useOfferedTo(projectId: string): string | undefined {
  const { data } = useTransfers()
  return data?.find((one) => one.direction === 'given' && one.projectId === projectId)?.name
}

type TransferDialogProps = { readonly project: Project; readonly open: boolean; readonly onClose: () => void }

/** Offers a video to somebody of a shared team, or withdraws the offer. */
export function TransferDialog({ project, open, onClose }: TransferDialogProps) {
  const offeredTo = useOfferedTo(project.id)
  if (!open) return null
  if (offeredTo !== undefined) return <WithdrawDialog project={project} name={offeredTo} onClose={onClose} />
  return <OfferDialog project={project} onClose={onClose} />
}

function WithdrawDialog({ project, name, onClose }: Omit<TransferDialogProps, 'open'> & { readonly name: string }) {
  const { withdraw } = useTransferMutation()
  async function end() {
    try {
      await withdraw.mutateAsync({ projectId: project.id })
      onClose()
    } catch (error) {
      toast.error(asAppError(error).message)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Withdraw the offer?"
      description={`${name} has not accepted “${project.title}” yet. It stays yours.`}
      footer={
        <>
          <Button onClick={onClose}>Leave it open</Button>
          <Button variant="primary" busy={withdraw.isPending} onClick={() => void end()}>
            Withdraw
          </Button>
        </>
      }
    />
  )
}

function OfferDialog({ project, onClose }: Omit<TransferDialogProps, 'open'>) {
  const receivers = useReceivers()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Transfer this video"
      description={`Once they accept, “${project.title}” is theirs, with its captions, comments, history, review links and exports. Your tags, and fonts and pictures of your brand kit, stay with you.`}
    >
      {receivers.isPending && <Skeleton className="h-10" />}
      {receivers.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your team"
          actions={<Button onClick={() => void receivers.refetch()}>Try again</Button>}
        >
          {receivers.error.message}
        </Notice>
      )}
      {receivers.data?.length === 0 && (
        <p className="text-sm text-muted">
          You share no team with anybody yet. Invite somebody under <Link to="/collaborators">Collaborators</Link>, or
          join their team.
        </p>
      )}
      {receivers.data !== undefined && receivers.data.length > 0 && (
        <OfferForm project={project} receivers={receivers.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

type OfferFormProps = Omit<TransferDialogProps, 'open'> & { readonly receivers: readonly Receiver[] }

function OfferForm({ project, receivers, onClose }: OfferFormProps) {
  const { offer } = useTransferMutation()
  const [toId, setToId] = useState(receivers[0]?.userId ?? '')
  const [problem, setProblem] = useState<string>()
  async function send(event: FormEvent) {
    event.preventDefault()
    try {
      const { name } = await offer.mutateAsync({ projectId: project.id, toId })
      toast.success(`Offered to ${name}, who gets a mail.`)
      onClose()
    } catch (error) {
      setProblem(asAppError(error).message)
    }
  }
  return (
    <form method="post" className="grid gap-4" onSubmit={(event) => void send(event)}>
      <Select
        data-focus-first=""
        label="To"
        value={toId}
        options={receivers.map(({ userId, name }) => ({ value: userId, label: name }))}
        error={problem}
        onChange={setToId}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={offer.isPending}>
          Offer video
        </Button>
      </div>
    </form>
  )
}
