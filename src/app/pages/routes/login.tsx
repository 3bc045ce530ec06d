import { siteName } from '#platform/shared/product.ts'
import { LogInOrSignUp } from '../log-in/log-in-or-sign-up.tsx'

export const meta = () => [
  { title: `Log in · ${siteName()}` },
  { name: 'description', content: 'Log in to your videos, captions and exports.' },
]

/** /login (spec §2). */
export default function LogIn() {
  return <LogInOrSignUp mode="login" />
}
