import { Download } from 'lucide-react'
import { useState } from 'react'
import { siteName } from '#platform/shared/product.ts'
import { asAppError } from '#platform/web/api.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { request } from '../auth-requests.ts'
import { useWithSession } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

const EXPORT_URL = '/api/account/export.json'

/** The data export. */
export function DataSection() {
  const sells = useIsSelling()
  const withSession = useWithSession()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const answer = await withSession(() => request(EXPORT_URL, {}))
      saveFile(await answer.blob(), `${siteName().toLowerCase()}-account.json`)
      toast.success('Your data is downloaded.')
    } catch (error) {
      toast.error(asAppError(error).message, { title: 'Your data was not downloaded' })
    }
    setBusy(false)
  }

  return (
    <SettingsSection title="Your data" about="Download a copy of everything we know about you.">
      <p className="text-sm text-muted">
        Your profile, devices{sells ? ', list of videos and credit history' : ' and list of videos'} in one JSON file.
        Download the videos themselves from their own pages.
      </p>
      <Button
        icon={<Download aria-hidden="true" />}
        busy={busy}
        className="justify-self-start"
        onClick={() => void download()}
      >
        Download my data
      </Button>
    </SettingsSection>
  )
}
