import { Link } from 'react-router'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Storage } from '../model/contract.ts'

type UsageProps = Pick<Storage, 'usedBytes' | 'uploadingBytes' | 'quotaBytes' | 'mayUpgrade'>

/** The used storage, and a notice if it is full. */
export function Usage({ usedBytes, uploadingBytes, quotaBytes, mayUpgrade }: UsageProps) {
  const coming = uploadingBytes > 0 ? `, ${formatBytes(uploadingBytes)} uploading` : ''
  if (quotaBytes === null)
    return (
      <p className="font-medium">
        {formatBytes(usedBytes)} used{coming}
      </p>
    )
  const isFull = usedBytes + uploadingBytes >= quotaBytes
  return (
    <div className="grid gap-4">
      <ProgressBar
        label="Used"
        value={Math.min(1, (usedBytes + uploadingBytes) / quotaBytes)}
        tone={isFull ? 'error' : 'accent'}
        detail={`${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)}${coming}`}
      />
      {isFull && (
        <Notice
          tone="warning"
          title="Your storage is full"
          actions={
            mayUpgrade ? (
              <Link to="/pricing" className={buttonClass()}>
                See plans with more room
              </Link>
            ) : undefined
          }
        >
          Your files stay here and can be downloaded. For new uploads and exports, delete something
          {mayUpgrade ? ', or upgrade your plan.' : '.'}
        </Notice>
      )}
    </div>
  )
}
