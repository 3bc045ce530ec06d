/** The bar's links to pages that exist. @param user null for a visitor, undefined while that is not known */
export function pagesFor(user: object | null | undefined): readonly { to: string; label: string }[] {
  return user ? [HOME, { to: '/upload', label: 'My videos' }] : [HOME]
}

const HOME = { to: '/', label: 'Home' }
