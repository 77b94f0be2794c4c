import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CSSProperties, RefObject } from 'react';
import type { animate as animateMini } from 'framer-motion/dom/mini';

type Ease = 'linear' | 'out';

interface TweenTarget {
  transform: string;
  /** 0 jumps. */
  durationMs: number;
  ease?: Ease;
}

interface Tween<E extends HTMLElement | SVGElement> {
  ref: RefObject<E | null>;
  style: CSSProperties;
}

type Animation = ReturnType<typeof animateMini>;

const easings = { linear: 'linear', out: 'easeOut' } as const;

// Absent until the library has come, and for good where it cannot be loaded: states are then set at once.
let animate: typeof animateMini | undefined;
let requested = false;

function loadAfterFirstPaint(): void {
  if (requested) return;
  requested = true;
  // The frame paints first, the task comes after it.
  requestAnimationFrame(() => {
    setTimeout(() => {
      import('framer-motion/dom/mini').then(
        (motion) => {
          animate = motion.animate;
        },
        () => undefined,
      );
    });
  });
}

/** By the person's preference, or by the page's on the root element. */
function reducedMotion(): boolean {
  return document.documentElement.dataset['motion'] === 'off' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function start(
  element: HTMLElement | SVGElement,
  from: string,
  to: string,
  durationMs: number,
  ease: Ease,
): Animation | undefined {
  if (animate === undefined || durationMs <= 0 || from === to || reducedMotion()) return undefined;
  return animate(element, { transform: [from, to] }, { duration: durationMs / 1000, ease: easings[ease] });
}

/**
 * Shows a change of `transform` as a movement from where the element is seen now. The inline style is the target at
 * every moment, as it is in server-rendered markup; the movement lies over it and leaves nothing behind.
 */
export function useTween<E extends HTMLElement | SVGElement>({
  transform,
  durationMs,
  ease = 'out',
}: TweenTarget): Tween<E> {
  const ref = useRef<E>(null);
  const shown = useRef<string | undefined>(undefined);
  const running = useRef<Animation | undefined>(undefined);

  useEffect(loadAfterFirstPaint, []);

  useLayoutEffect(() => {
    const element = ref.current;
    const before = shown.current;
    shown.current = transform;
    if (element === null || before === undefined || before === transform) return;
    // The running animation still overrides the new inline style, so the computed value is the place seen.
    const from = running.current === undefined ? before : getComputedStyle(element).transform;
    running.current?.cancel();
    const animation = start(element, from, transform, durationMs, ease);
    running.current = animation;
    // `then` is the library's own and is called at the end only, never on cancel.
    void animation?.then(() => {
      if (running.current === animation) running.current = undefined;
    });
  }, [transform, durationMs, ease]);

  useEffect(
    () => () => {
      running.current?.cancel();
      running.current = undefined;
    },
    [],
  );

  return { ref, style: { transform } };
}

/** One entrance: the element comes from an offset in px to the place it already has. */
export function enterFrom(
  element: HTMLElement | SVGElement,
  offset: { x: number; y: number },
  durationMs: number,
): void {
  const rest = element.style.transform;
  const animation = start(
    element,
    `translate(${offset.x}px, ${offset.y}px) ${rest}`.trim(),
    rest === '' ? 'none' : rest,
    durationMs,
    'out',
  );
  // The library writes the last keyframe; the markup had none.
  void animation?.then(() => {
    element.style.transform = rest;
  });
}
