import { Copy, Download } from 'lucide-react'
import { siteName } from '#platform/shared/product.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Shows new recovery codes, once, to save or to copy. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your recovery codes"
      description="Each code logs you in once if you do not have your device. They are shown only now."
      footer={
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <ul aria-label="Recovery codes" className="tabular mb-4 grid grid-cols-2 gap-2 font-mono text-sm select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pb-2">
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `${fileName()}-recovery-codes.txt`)}
        >
          Download
        </Button>
        <Button
          icon={<Copy aria-hidden="true" />}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toast.success('The codes are copied.'),
              () => toast.error('The codes could not be copied. Download them instead.'),
            )
          }
        >
          Copy
        </Button>
      </div>
    </Dialog>
  )
}

function fileName(): string {
  return siteName()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
}
