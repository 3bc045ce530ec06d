import { useNavigate } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { storePendingClip, uploadPathFor, VIDEO_FILES } from '#features/media/web/index.ts'
import { ClipDrop, DEMO_FONT, HomePage } from '#features/site/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { TAGLINE, siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `${siteName()}: captions that pop` },
  { name: 'description', content: `${TAGLINE} Drop in a video and get it back with animated, word-timed captions.` },
]

export const fonts = [DEMO_FONT]

/** / (spec §2). */
export default function Home() {
  return <HomePage drop={<VisitorDrop />} />
}

/** A visitor may choose a video before signing up; the browser stores it until they do. */
function VisitorDrop() {
  const navigate = useNavigate()
  const account = useAccount()
  const mounted = useMounted()

  async function openUpload(file: File) {
    void storePendingClip(file)
    const upload = uploadPathFor(file)
    // An early file may arrive before its owner is known.
    const { data } = account.isPending ? await account.refetch({ cancelRefetch: false }) : account
    await navigate(data === null ? `/signup?from=${encodeURIComponent(upload)}` : upload)
  }

  return (
    <ClipDrop
      accept={VIDEO_FILES}
      onClip={(file) => void openUpload(file)}
      isKnown={mounted && Boolean(account.data)}
    />
  )
}
