import type { ReactNode } from 'react'
import { AccessNotice } from './access-notice.tsx'
import { RestyledNotice } from './restyled-notice.tsx'
import { CrowdedNotice, SaveTrouble } from './save-status.tsx'

/** What the person must know about saving, their access, live updates and the video, under the bar of the editor. */
export function EditorNotices({
  ownerName,
  videoNotice,
}: {
  /** Null for the person's own video. */
  readonly ownerName: string | null
  readonly videoNotice: ReactNode
}) {
  return (
    <>
      <div className="empty:hidden [&>*]:m-2">
        <SaveTrouble />
        <AccessNotice ownerName={ownerName} />
        <CrowdedNotice />
        {videoNotice}
      </div>
      <RestyledNotice />
    </>
  )
}
