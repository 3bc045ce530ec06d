import { Dialog } from '#ui/dialog.tsx'
import { SHORTCUTS } from './transcript-keys.ts'

/** The keyboard shortcuts of the editor. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="On a Mac, ⌘ stands for Ctrl."
      size="lg"
    >
      <div className="gap-8 pb-4 sm:columns-2">
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-base">{title}</h3>
            <dl className="grid gap-1 text-sm">
              {keys.map(([combination, does]) => (
                <div key={combination} className="flex items-baseline justify-between gap-4">
                  <dt className="order-2 shrink-0">
                    <kbd className="rounded-sm border border-border-strong bg-sunken px-1.5 py-0.5 font-sans text-xs text-muted">
                      {combination}
                    </kbd>
                  </dt>
                  <dd className="text-muted">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
