import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMayEdit, useMayWriteComments } from '../store/editor-context.ts'
import { type Shortcut, SHORTCUTS } from './shortcuts.ts'

type ShortcutHelpProps = {
  readonly open: boolean
  onClose(): void
  onTour(): void
}

/** The keyboard shortcuts of the editor, and the way to its tour. */
export function ShortcutHelp({ open, onClose, onTour }: ShortcutHelpProps) {
  const mayEdit = useMayEdit()
  const mayWriteComments = useMayWriteComments()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="On a Mac, ⌘ stands for Ctrl."
      size="lg"
      footer={
        mayEdit && (
          <Button
            onClick={() => {
              onClose()
              onTour()
            }}
          >
            Show the tour
          </Button>
        )
      }
    >
      <div className="gap-8 pb-4 sm:columns-2">
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-base">{title}</h3>
            <dl className="grid gap-1 text-sm">
              {shownTo(mayWriteComments, keys).map(([combination, effect]) => (
                <div key={combination} className="flex items-baseline justify-between gap-4">
                  <dt className="order-2 shrink-0">
                    <kbd className="rounded-sm border border-border-strong bg-sunken px-1.5 py-0.5 font-sans text-xs text-muted">
                      {combination}
                    </kbd>
                  </dt>
                  <dd className="text-muted">{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Without the keys for comments, for people who write none. */
function shownTo(mayWriteComments: boolean, keys: readonly Shortcut[]): readonly Shortcut[] {
  return mayWriteComments ? keys : keys.filter(([, , right]) => right !== 'comment')
}
