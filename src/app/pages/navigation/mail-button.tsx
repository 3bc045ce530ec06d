import { Mail } from 'lucide-react'
import { useCopy } from '#platform/web/use-copy.ts'
import { Button } from '#ui/button.tsx'

/** Opens a mail to the address and copies it, since many browsers have no mail program (spec §2). */
export function MailButton({ address }: { address: string }) {
  const { isCopied, copy } = useCopy()

  async function write() {
    await copy(address)
    location.assign(`mailto:${address}`)
  }

  return (
    <span className="flex flex-wrap items-center gap-3">
      <Button icon={<Mail aria-hidden="true" />} onClick={() => void write()}>
        Write to us
      </Button>
      <span role="status" className="text-sm text-success">
        {isCopied && 'Email copied!'}
      </span>
    </span>
  )
}
