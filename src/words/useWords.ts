import { createContext, useContext } from 'react';
import { en, type Words } from './en.ts';

/** The catalogue in use. A view asks for it here and never names a language. */
export const WordsContext = createContext<Words>(en);

export function useWords(): Words {
  return useContext(WordsContext);
}
