import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { privacyText } from '../../model/privacy-text.ts'
import { PolicyPage } from './policy-page.tsx'

/** /privacy (spec §2). */
export function PrivacyPage() {
  const site = useSite()
  return (
    <PolicyPage
      title="Privacy Policy"
      text={privacyText({
        contacts: site?.contacts,
        affiliates: site?.affiliates,
        sells: useIsSelling(),
        speechHost: site?.speechHost,
        retention: site?.retention,
      })}
    />
  )
}
