import { useState } from 'react'
import { Film } from 'lucide-react'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Stages } from '#ui/stages.tsx'
import { Switch } from '#ui/switch.tsx'
import { Example, Row, State } from './example.tsx'

const STAGES = [
  { id: 'upload', label: 'Upload' },
  { id: 'captions', label: 'Captions' },
  { id: 'export', label: 'Export' },
]

/** What says how far something has come, or that it went wrong. */
export function FeedbackExamples() {
  return (
    <>
      <Example name="ProgressBar" use="Work of a known size.">
        <State name="Under way">
          <ProgressBar label="Uploading" value={0.42} detail="12 MB of 29 MB · 8 s left" />
        </State>
        <State name="Paused, failed, done, bare">
          <div className="grid gap-3">
            <ProgressBar label="Paused" value={0.3} tone="paused" />
            <ProgressBar label="Export failed" value={0.6} tone="error" />
            <ProgressBar label="Exported" value={1} />
            <ProgressBar label="Storage used" value={0.8} bare />
          </div>
        </State>
      </Example>
      <Example name="Stages" use="The named steps of longer work.">
        <State name="Under way" isWide>
          <Stages label="Your video" stages={STAGES} current="captions" />
        </State>
        <State name="An earlier step still under way" isWide>
          <Stages label="Your captions" stages={STAGES} current="captions" underWay={['upload']} />
        </State>
        <State name="Failed" isWide>
          <Stages label="Your export" stages={STAGES} current="export" failed />
        </State>
      </Example>
      <WaitingExamples />
      <Example name="Notice" use="Something that the page keeps saying in its place.">
        <State name="Error">
          <Notice tone="error" title="We couldn't read this file" actions={<Button size="sm">Choose another</Button>}>
            Export it as MP4 and try again.
          </Notice>
        </State>
        <State name="Warning">
          <Notice tone="warning" title="This video ends today">
            Download it to keep it.
          </Notice>
        </State>
        <State name="Success and information">
          <div className="grid gap-3">
            <Notice tone="success">Your changes are saved.</Notice>
            <Notice tone="info">Exports start in the order in which they were requested.</Notice>
          </div>
        </State>
        <State name="Premium">
          <Notice tone="premium" title="Exports in 4K are part of Pro" actions={<Button size="sm">See plans</Button>} />
        </State>
      </Example>
      <Example name="EmptyState" use="What a list shows before it has anything.">
        <State name="With a picture and an action" isWide>
          <EmptyState
            picture={<Film className="size-8" />}
            title="No videos yet"
            action={<Button variant="primary">Upload a video</Button>}
          >
            Your videos appear here as soon as they are uploaded.
          </EmptyState>
        </State>
      </Example>
      <ToastExamples />
    </>
  )
}

function WaitingExamples() {
  const [isLoading, setIsLoading] = useState(false)
  return (
    <>
      <Example name="Skeleton" use="A quiet block in the shape of what is loading.">
        <State name="Loading">
          <Switch label="Show placeholders" checked={isLoading} onChange={setIsLoading} />
          {isLoading && (
            <div className="mt-3 grid gap-2">
              <Skeleton className="h-24" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          )}
        </State>
      </Example>
      <Example name="Spinner" use="Inside a control that waits; the control says that it is busy.">
        <State name="Turning">
          <Spinner />
        </State>
      </Example>
    </>
  )
}

function ToastExamples() {
  return (
    <Example name="Toast" use="A message that leaves by itself (#platform/web/toasts.tsx).">
      <State name="Kinds">
        <Row>
          <Button onClick={() => toast.success('Caption saved')}>Success</Button>
          <Button onClick={() => toast.error('The export failed. Try again.')}>Error</Button>
          <Button onClick={() => toast.warning('You are offline')}>Warning</Button>
          <Button onClick={() => toast.info('Sam is editing, too')}>Information</Button>
          <Button onClick={() => toast.premium('Welcome to Pro', { title: 'Upgraded' })}>Premium</Button>
        </Row>
      </State>
    </Example>
  )
}
