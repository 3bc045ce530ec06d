import { HardDrive, RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StoredFiles } from './stored-files.tsx'
import { useStorage } from './queries.ts'
import { Usage } from './usage.tsx'

/** /storage: the user's files and the storage they use (product §7). */
export function StoragePage() {
  const storage = useStorage()
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-2xl sm:text-3xl">Storage</h1>
      <p className="mt-2 text-muted">Your uploaded videos, their captions and their exports.</p>
      <div className="mt-8">
        {storage.isPending && <Loading />}
        {storage.isError && storage.data === undefined && (
          <Notice
            tone="error"
            title="We couldn’t load your files"
            actions={
              <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void storage.refetch()}>
                Try again
              </Button>
            }
          >
            {storage.error.message}
          </Notice>
        )}
        {storage.data && <Usage {...storage.data} />}
        {storage.data &&
          (storage.data.files.length === 0 ? <EmptyStorage /> : <StoredFiles files={storage.data.files} />)}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your files" className="grid gap-3">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-6 h-10 w-full" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  )
}

function EmptyStorage() {
  return (
    <div className="mt-8">
      <EmptyState
        picture={<HardDrive className="size-8" strokeWidth={1.5} />}
        title="No files yet"
        action={
          <Link to="/upload" className={buttonClass({ variant: 'primary' })}>
            Upload a video
          </Link>
        }
      >
        Your videos and their exports appear here with their sizes.
      </EmptyState>
    </div>
  )
}
