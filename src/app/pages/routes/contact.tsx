import { ContactPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Contact · ${siteName()}` },
  { name: 'description', content: `Write to the people who run ${siteName()}: a question, a problem or an idea.` },
]

/** /contact. */
export default function Contact() {
  return <ContactPage />
}
