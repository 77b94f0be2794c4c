import type { Notice as NoticeData } from '../../store/figure-store.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/useWords.ts';

/** What was wrong with something the person gave, where, and what is used instead. */
export function Notices() {
  const words = useWords();
  const notices = useFigure((state) => state.notices);
  const dismiss = useFigure(({ noticeDismissed }) => noticeDismissed);
  return (
    <div className="notices grid gap-2">
      {notices.map((notice, index) => (
        <Notice
          key={index}
          tone="transient"
          dismissLabel={words.buttons.dismiss}
          onDismiss={() => {
            dismiss(notice);
          }}
        >
          {said(words, notice)}
        </Notice>
      ))}
    </div>
  );
}

function said({ notice: words }: Words, notice: NoticeData): string {
  switch (notice.kind) {
    case 'link':
      return words.link(notice.notice);
    case 'refused':
      return words.refused(notice.problem.path, notice.problem.message);
    case 'engine-failed':
      return words.failed(notice.message);
  }
}
