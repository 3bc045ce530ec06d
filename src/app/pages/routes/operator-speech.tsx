import { OperatorSpeechPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Speech · Operator · ${siteName()}` },
  {
    name: 'description',
    content: 'For operators: speech engines, their speed and their models.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/speech, for operators: speech engines, their speed and their models. */
export default function OperatorSpeech() {
  return (
    <OperatorFrame>
      <OperatorSpeechPage />
    </OperatorFrame>
  )
}
