import { useEffect, useRef, useState } from 'react';

/** How a frame is brought to other states; `app` knows how. `opened` is the query of the frame's own address. */
export type SpeakToFrame = (
  frame: HTMLIFrameElement,
  opened: string,
) => {
  readonly load: (query: string) => void;
  readonly end: () => void;
};

interface PreviewProps {
  readonly title: string;
  /** The state to show, in the keys of a link. */
  readonly query: string;
  readonly addressOf: (query: string) => string;
  readonly speakToFrame: SpeakToFrame;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A real frame. It keeps its first address, since another would be a page that comes anew, and a step of the Back button. */
export function Preview({ title, query, addressOf, speakToFrame, width, height }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [opened] = useState(query);
  const speaker = useRef<ReturnType<SpeakToFrame>>(null);

  useEffect(() => {
    if (frame.current === null) return;
    const { load, end } = speakToFrame(frame.current, opened);
    speaker.current = { load, end };
    return end;
  }, [speakToFrame, opened]);

  useEffect(() => {
    speaker.current?.load(query);
  }, [query]);

  return <iframe ref={frame} title={title} src={addressOf(opened)} style={{ width, height, border: 0, display: 'block' }} />;
}
