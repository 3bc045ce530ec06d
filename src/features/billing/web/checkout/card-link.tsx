import { useMutation } from '@tanstack/react-query'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { billingApi } from '../billing-queries.ts'

/** Opens the provider's portal with cards and documents. */
export function CardLink({ label }: { label: string }) {
  const portal = useMutation({
    mutationFn: () => billingApi.portal(),
    onSuccess: ({ url }) => {
      if (url === null) toast.info('There is no card to change here.')
      else location.assign(url)
    },
    onError: (error) => void toast.error(asAppError(error).message),
  })
  return (
    <Button size="sm" busy={portal.isPending} onClick={() => portal.mutate()}>
      {label}
    </Button>
  )
}
