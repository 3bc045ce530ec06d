import { type ReactNode, useRef, useState } from 'react'
import { Copy, Pencil, Scissors, Trash2 } from 'lucide-react'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { AnchoredMenu, ContextMenu, ContextMenuItem, ContextMenuSeparator } from '#ui/context-menu.tsx'
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { AnchoredPopover, Popover } from '#ui/popover.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import { Slider } from '#ui/slider.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { Example, Row, State } from './example.tsx'

/** What floats over the page. */
export function OverlayExamples() {
  return (
    <>
      <DialogExamples />
      <MenuExamples />
      <PopoverExamples />
      <Example name="Tooltip" use="A short explanation on hover and keyboard focus.">
        <State name="Below and above">
          <Row>
            <Tooltip label="Saves the captions" shortcut="Ctrl S">
              <Button>Save</Button>
            </Tooltip>
            <Tooltip label="Opens the shortcuts" side="top">
              <Button>Shortcuts</Button>
            </Tooltip>
          </Row>
        </State>
      </Example>
    </>
  )
}

function DialogExamples() {
  return (
    <Example name="Dialog" use="A modal window; a sheet from below on a phone.">
      <State name="With a form, a confirmation, another title">
        <Row>
          <Opens label="Open dialog">{(open, close) => <TranslateDialog open={open} onClose={close} />}</Opens>
          <Opens label="Open ConfirmDialog">
            {(open, close) => (
              <ConfirmDialog
                open={open}
                onClose={close}
                title="Delete this video?"
                description="It cannot be restored."
                confirmLabel="Delete video"
                onConfirm={close}
              />
            )}
          </Opens>
          <Opens label="Open RenameDialog">
            {(open, close) => (
              <RenameDialog
                open={open}
                onClose={close}
                heading="Rename video"
                title="Morning run"
                save={async () => {
                  throw new Error('The title could not be saved. Try again.')
                }}
              />
            )}
          </Opens>
        </Row>
      </State>
    </Example>
  )
}

function Opens({ label, children }: { label: string; children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {children(open, () => setOpen(false))}
    </>
  )
}

function TranslateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [language, setLanguage] = useState<string | null>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Translate the captions"
      description="The translation gets a track of its own."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onClose}>
            Translate
          </Button>
        </>
      }
    >
      <Combobox label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
    </Dialog>
  )
}

function MenuExamples() {
  const notify = (what: string) => () => void toast.info(what)
  return (
    <>
      <Example name="Menu" use="A list of actions behind a button.">
        <State name="With a header, a disabled and a destructive action">
          <Menu
            label="Video"
            header={<p className="px-2.5 py-1.5 text-xs text-faint">Morning run</p>}
            renderTrigger={(props) => <Button {...props}>Open menu</Button>}
          >
            <MenuItem icon={<Pencil />} onSelect={notify('Renamed')}>
              Rename
            </MenuItem>
            <MenuItem icon={<Copy />} disabled onSelect={notify('Duplicated')}>
              Duplicate
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={notify('Deleted')}>
              Delete
            </MenuItem>
          </Menu>
        </State>
      </Example>
      <Example name="ContextMenu" use="The same at the pointer. Each action must also be reachable without it.">
        <State name="Right mouse button, long press, or the menu key">
          <ContextMenu
            label="Caption"
            items={
              <>
                <ContextMenuItem icon={<Scissors />} shortcut="S" onSelect={notify('Split')}>
                  Split
                </ContextMenuItem>
                <ContextMenuItem icon={<Copy />} disabled onSelect={notify('Merged')}>
                  Merge with the next
                </ContextMenuItem>
                <ContextMenuSeparator />
                <ContextMenuItem icon={<Trash2 />} tone="danger" shortcut="Del" onSelect={notify('Deleted')}>
                  Delete
                </ContextMenuItem>
              </>
            }
          >
            <button
              type="button"
              className="w-full rounded-md border border-border-strong bg-sunken px-3 py-4 text-left text-sm"
            >
              A caption on the timeline
            </button>
          </ContextMenu>
        </State>
        <AnchoredMenuState />
      </Example>
    </>
  )
}

function PopoverExamples() {
  const [speed, setSpeed] = useState(100)
  const [word, setWord] = useState<Element | null>(null)
  return (
    <Example name="Popover" use="A small panel with controls beside what it changes.">
      <State name="Beside its button">
        <Popover title="Speed" align="start" trigger={<Button>Open popover</Button>}>
          <Slider label="Playback" value={speed} min={25} max={200} unit="%" onChange={setSpeed} />
        </Popover>
      </State>
      <State name="AnchoredPopover: beside anything">
        <p className="text-lg">
          Every{' '}
          <button
            type="button"
            className="rounded-sm underline decoration-dotted underline-offset-4"
            onClick={(event) => setWord(event.currentTarget)}
          >
            word
          </button>{' '}
          has its time.
        </p>
        <AnchoredPopover anchor={word} open={word !== null} onClose={() => setWord(null)} title="Word">
          <Button onClick={() => setWord(null)}>Hide</Button>
        </AnchoredPopover>
      </State>
    </Example>
  )
}

function AnchoredMenuState() {
  const [place, setPlace] = useState<{ x: number; y: number }>()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <State name="AnchoredMenu: where an area opens it">
      <Button ref={button} onClick={({ clientX: x, clientY: y }) => setPlace({ x, y })}>
        Open at the pointer
      </Button>
      {place !== undefined && (
        <AnchoredMenu
          label="Word"
          place={place}
          onClose={() => setPlace(undefined)}
          focusAfter={() => button.current}
          items={
            <ContextMenuItem icon={<Trash2 />} tone="danger" onSelect={() => toast.info('Deleted')}>
              Delete
            </ContextMenuItem>
          }
        />
      )}
    </State>
  )
}

const LANGUAGES = [
  { value: 'de', label: 'German' },
  { value: 'hi', label: 'Hindi' },
  { value: 'es', label: 'Spanish' },
]
