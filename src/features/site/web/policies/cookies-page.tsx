import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { cookiesText } from '../../model/cookies-text.ts'
import { PolicyPage } from './policy-page.tsx'

/** /cookies (spec §2). */
export function CookiesPage() {
  return (
    <PolicyPage
      title="Cookie Policy"
      text={cookiesText({ affiliates: useSite()?.affiliates, sells: useIsSelling() })}
    />
  )
}
