import { BlogPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Blog · ${siteName()}` },
  { name: 'description', content: 'The blog is on its way: how to make captions that people read.' },
]

/** /blog (spec §2). */
export default function Blog() {
  return <BlogPage />
}
