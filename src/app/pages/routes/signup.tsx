import { START_CREDITS } from '#features/credits/model/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { SiteFacts } from '../router/page-modules.ts'
import { LogInOrSignUp } from '../log-in/log-in-or-sign-up.tsx'

export const meta = ({ sells }: SiteFacts) => [
  { title: `Sign up · ${siteName()}` },
  {
    name: 'description',
    content: sells
      ? `Create your ${siteName()} account: ${START_CREDITS} credits to start with, no card, no watermark.`
      : `Create your ${siteName()} account: no watermark.`,
  },
]

/** /signup (spec §2). */
export default function SignUp() {
  return <LogInOrSignUp mode="signup" />
}
