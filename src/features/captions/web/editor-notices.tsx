import { AccessNotice } from './access-notice.tsx'
import { RestyledNotice } from './restyled-notice.tsx'
import { CrowdedNotice, SaveTrouble } from './save-status.tsx'

/** What the person must know about saving, their access and live updates, under the bar of the editor. */
export function EditorNotices({
  ownerName,
}: {
  /** Null for the person's own video. */ readonly ownerName: string | null
}) {
  return (
    <>
      <div className="empty:hidden [&>*]:m-2">
        <SaveTrouble />
        <AccessNotice ownerName={ownerName} />
        <CrowdedNotice />
      </div>
      <RestyledNotice />
    </>
  )
}
