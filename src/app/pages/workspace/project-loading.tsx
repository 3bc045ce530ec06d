import { Skeleton } from '#ui/skeleton.tsx'

/** Shown while a video's page loads its state. */
export function ProjectLoading() {
  return (
    <div
      role="status"
      aria-label="Loading the video"
      className="mx-auto grid max-w-4xl gap-8 px-4 py-8 sm:px-6 sm:py-10"
    >
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-5" />
      <div className="grid gap-8 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-10">
        <Skeleton className="aspect-9/16 max-sm:hidden" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
