import { ContactPage } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Contact · ${PRODUCT_NAME}` },
  { name: 'description', content: `Write to the people who run ${PRODUCT_NAME}: a question, a problem or an idea.` },
]

/** /contact. */
export default function Contact() {
  return <ContactPage />
}
