import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FigureState, FigureStore } from './figure-store.ts';

/** The store of the figure that a view belongs to; the page may hold more than one figure. */
export const FigureContext = createContext<FigureStore | null>(null);

export function useFigureStore(): FigureStore {
  const store = useContext(FigureContext);
  if (store === null) throw new Error('A view of the figure was rendered outside FigureContext.');
  return store;
}

/** @param select must give the same reference as long as what it selects is the same */
export function useFigure<Selected>(select: (state: FigureState) => Selected): Selected {
  return useStore(useFigureStore(), select);
}
