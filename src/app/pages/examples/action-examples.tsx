import { Download, Pause, Plus, Trash2, Upload } from 'lucide-react'
import { toast } from '#platform/web/toasts.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Example, Row, State } from './example.tsx'

const press = () => toast.info('Pressed')

/** What is pressed, and the badges that stand beside it. */
export function ActionExamples() {
  return (
    <>
      <Example name="Button" use="An action. One primary button a view; danger only for what destroys something.">
        <State name="Variants">
          <Row>
            <Button variant="primary" onClick={press}>
              Export
            </Button>
            <Button onClick={press}>Cancel</Button>
            <Button variant="ghost" onClick={press}>
              Skip
            </Button>
            <Button variant="danger" onClick={press}>
              Delete
            </Button>
          </Row>
        </State>
        <State name="Sizes, with an icon">
          <Row>
            <Button size="sm" icon={<Plus />} onClick={press}>
              Add
            </Button>
            <Button icon={<Download />} onClick={press}>
              Download
            </Button>
            <Button size="lg" variant="primary" icon={<Upload />} onClick={press}>
              Upload
            </Button>
          </Row>
        </State>
        <State name="Busy and disabled">
          <Row>
            <Button busy variant="primary">
              Exporting …
            </Button>
            <Button disabled>Cancel</Button>
            <Button disabled variant="primary">
              Export
            </Button>
          </Row>
        </State>
        <State name="Pressed, and a link">
          <Row>
            <Button variant="ghost" aria-pressed onClick={press}>
              Bold
            </Button>
            <a href="#Button" className={buttonClass({ variant: 'secondary' })}>
              Link
            </a>
          </Row>
        </State>
      </Example>
      <Example name="IconButton" use="A square button whose label shows as a tooltip.">
        <State name="Ready, with a key, disabled">
          <Row>
            <IconButton label="Pause" shortcut="Space" icon={<Pause />} onClick={press} />
            <IconButton
              label="Delete"
              detail="Deletes the caption and its words."
              tooltipSide="top"
              variant="secondary"
              icon={<Trash2 />}
              onClick={press}
            />
            <IconButton label="Add" icon={<Plus />} disabled />
          </Row>
        </State>
      </Example>
      <Example name="FileButton" use="Opens the system's file picker.">
        <State name="Ready, busy, disabled">
          <Row>
            <FileButton accept="video/*" variant="primary" icon={<Upload />} onFiles={press}>
              Choose a video
            </FileButton>
            <FileButton accept="video/*" busy onFiles={press}>
              Reading …
            </FileButton>
            <FileButton accept="video/*" disabled onFiles={press}>
              Choose a picture
            </FileButton>
          </Row>
        </State>
      </Example>
      <Example name="Badge" use="A short word about the state of a thing.">
        <State name="Tones">
          <Row>
            <Badge>Draft</Badge>
            <Badge tone="accent">New</Badge>
            <Badge tone="success">Ready</Badge>
            <Badge tone="error">Failed</Badge>
            <Badge tone="warning">Ends today</Badge>
            <Badge tone="info">Checking</Badge>
            <Badge tone="premium">Pro</Badge>
          </Row>
        </State>
      </Example>
    </>
  )
}
