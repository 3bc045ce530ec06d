import { useQuery } from '@tanstack/react-query'
import { HardDrive, RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { apiQueries } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Storage, storageContract } from '../model/contract.ts'
import { FileRow } from './file-row.tsx'
import { formatSize } from './size.ts'

const storage = apiQueries<typeof storageContract>('storage')

/** /storage: everything the user keeps, and how much room it takes (product §7). */
export function StoragePage() {
  const kept = useQuery(storage.list.queryOptions({ staleTime: 0 }))
  return (
    <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">Storage</h1>
      <p className="mt-2 text-muted">Your videos as you uploaded them, and the exports made from them.</p>
      <div className="mt-8">
        {kept.isPending && <Skeleton className="h-48 w-full" />}
        {kept.isError && (
          <Notice
            tone="error"
            title="Your files could not be listed"
            actions={
              <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void kept.refetch()}>
                Try again
              </Button>
            }
          >
            {kept.error.message}
          </Notice>
        )}
        {kept.data && <Kept storage={kept.data} />}
      </div>
    </div>
  )
}

function Kept({ storage: { files, usedBytes, quotaBytes } }: { storage: Storage }) {
  return (
    <>
      <Usage usedBytes={usedBytes} quotaBytes={quotaBytes} />
      {files.length === 0 ? (
        <EmptyState
          picture={<HardDrive className="size-8" strokeWidth={1.5} />}
          title="Nothing kept yet"
          action={
            <Link to="/upload" className={buttonLook({ variant: 'primary' })}>
              Upload a video
            </Link>
          }
        >
          Your videos and their exports are listed here with their sizes.
        </EmptyState>
      ) : (
        <ul aria-label="Your files" className="border-t border-border">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </>
  )
}

function Usage({ usedBytes, quotaBytes }: Pick<Storage, 'usedBytes' | 'quotaBytes'>) {
  if (quotaBytes === null) return <p className="mb-8 font-medium">{formatSize(usedBytes)} used</p>
  const isFull = usedBytes >= quotaBytes
  return (
    <div className="mb-8">
      <ProgressBar
        label={isFull ? 'Your storage is full' : 'Used'}
        value={Math.min(1, usedBytes / quotaBytes)}
        tone={isFull ? 'error' : 'accent'}
        detail={`${formatSize(usedBytes)} of ${formatSize(quotaBytes)}`}
      />
    </div>
  )
}
