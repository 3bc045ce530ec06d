import { siteName } from '#platform/shared/product.ts'
import { LogInOrSignUp } from '../log-in/log-in-or-sign-up.tsx'

export const meta = () => [
  { title: `Log in or sign up · ${siteName()}` },
  { name: 'description', content: `Log in to your videos and captions, or create your ${siteName()} account.` },
]

/** /auth (spec §2): where the guard sends a visitor. */
export default function Auth() {
  return <LogInOrSignUp mode="login" />
}
