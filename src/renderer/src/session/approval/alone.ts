// Whether a card stands on a page of its own, opened by a one-time link: it is read and decided there, and leads nowhere else. Set by app/card.
import { createContext, useContext } from 'react';

export const Alone = createContext(false);
export const useIsAlone = (): boolean => useContext(Alone);
