import { Notice } from '#ui/notice.tsx'
import type { Project } from '../../model/contract.ts'

/** Warns that exports lose the transparency of a video; renders nothing for an opaque one. */
export function TransparencyNotice({ probe }: { probe: Project['probe'] }) {
  if (probe?.hasAlpha !== true) return null
  return (
    <Notice tone="info" title="Transparency is not kept">
      Your video has transparent parts. The exported MP4 fills them, usually with black.
    </Notice>
  )
}
