import { BookA } from 'lucide-react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { useDeclineOffer, useOffers, usePutEntry } from './queries.ts'

type GlossaryOfferProps = {
  readonly projectId: string
  readonly isOwner: boolean
  /** Grows when corrections may have been saved; 0 before the first. */
  readonly version: number
}

/** Offers the most frequent correction for the glossary; nothing without one. */
export function GlossaryOffer({ projectId, isOwner, version }: GlossaryOfferProps) {
  const offers = useOffers(projectId, version)
  const put = usePutEntry()
  const decline = useDeclineOffer()
  const [offer] = offers.data ?? []
  if (offer === undefined) return null
  const { heard, write } = offer
  const isBusy = put.isPending || decline.isPending

  function accept() {
    put.mutate(
      { projectId: isOwner ? null : projectId, entry: { heard, write, language: null } },
      {
        onSuccess: () => toast.success(`New captions write “${write}” for “${heard}”.`),
        onError: (error) => toast.error(asAppError(error).message),
      },
    )
  }

  return (
    <section
      aria-label="Offer for the glossary"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-border bg-info/10 px-3 py-1 text-sm"
    >
      <BookA aria-hidden="true" className="size-4 shrink-0 text-info" />
      <p role="status" className="min-w-0 py-1 wrap-anywhere">
        You wrote <strong className="font-semibold">{write}</strong> for “{heard}” {timesText(offer.times)}.
      </p>
      <div className="ml-auto flex gap-2">
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => decline.mutate({ projectId, heard, write })}>
          No, thanks
        </Button>
        <Button size="sm" disabled={isBusy} onClick={accept}>
          Always write it so
        </Button>
      </div>
    </section>
  )
}

function timesText(times: number): string {
  return times === 2 ? 'twice' : `${times} times`
}
