/** All incidents, in a chunk of their own: nobody waits for them before they are asked for. */
export const loadIncidents = () => import('./incident-shelf.ts');
