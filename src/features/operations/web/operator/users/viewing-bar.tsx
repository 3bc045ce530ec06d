import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { asAppError } from '#platform/web/app-error.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { formatTime } from '#platform/shared/format/dates.ts'
import { Button } from '#ui/button.tsx'
import type { CurrentView, viewingContract } from '../../../model/operator-views.ts'

const viewingApi = apiClient<typeof viewingContract>('viewing')
const viewing = apiQueries<typeof viewingContract>('viewing')

/** How often the bar asks whether the view still runs, in milliseconds: a changed role ends it. */
const CHECK_MS = 30_000

/**
 * The bar on every page while an operator views the pages of a user: names the user and the end, and stops the view.
 * @param leave opens a page from scratch, so that nothing of the user stays in memory
 */
export function ViewingBar({ leave = open }: { leave?: (path: string) => void }) {
  const { data: view } = useQuery(viewing.current.queryOptions({ refetchInterval: CHECK_MS, staleTime: 0 }))
  if (!view) return null
  return <Bar view={view} leave={leave} />
}

function Bar({
  view: { userId, email, endsAt, hasEnded },
  leave,
}: {
  view: CurrentView
  leave: (path: string) => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const isOver = useIsOver(endsAt) || hasEnded
  useRoomBelow()

  async function stop() {
    setIsBusy(true)
    try {
      await viewingApi.stop()
      leave(`/operator/users/${userId}`)
    } catch (error) {
      toast.error(asAppError(error).message)
      setIsBusy(false)
    }
  }

  return (
    <section
      aria-label="Viewing"
      className="fixed inset-x-0 bottom-0 z-40 border-t border-border-strong bg-raised px-4 py-2 print:hidden"
      // Inline: a class for this inset would be in the style sheet of every public page.
      style={{ paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))' }}
    >
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <Eye aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {isOver ? (
              <>The view of {email} has ended.</>
            ) : (
              <>
                You see the pages of <strong>{email}</strong>, read-only, until {formatTime(endsAt)}.
              </>
            )}
          </span>
        </p>
        <Button size="sm" variant="primary" busy={isBusy} onClick={() => void stop()} className="shrink-0">
          Stop viewing
        </Button>
      </div>
    </section>
  )
}

function open(path: string): void {
  location.assign(path)
}

/** Whether a time has come; it changes on its own. */
function useIsOver(at: string): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return isOver
}

/** Keeps the end of the page above the bar. */
function useRoomBelow(): void {
  useEffect(() => {
    const { style } = document.body
    const before = style.paddingBottom
    style.paddingBottom = '4rem'
    return () => void (style.paddingBottom = before)
  }, [])
}
