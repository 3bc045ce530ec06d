import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTeamMutation } from './queries.ts'
import { toastResult } from './toast-result.ts'

/** Ends a collaborator's access after confirmation. */
export function Removal({ userId, name }: { userId: string; name: string }) {
  const { remove } = useTeamMutation()
  const [asks, setAsks] = useState(false)

  function confirm() {
    void toastResult(remove.mutateAsync({ userId }), {
      done: `${name} no longer has access.`,
      failed: `We couldn’t remove ${name}`,
    }).finally(() => setAsks(false))
  }

  return (
    <>
      <IconButton label={`Remove ${name}`} icon={<UserMinus />} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`Remove ${name}?`}
        description="They lose access to your videos now. Their changes stay, and you can invite them again."
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
