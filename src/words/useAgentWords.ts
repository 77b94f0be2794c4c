import { agent } from './agent.ts';

/** As useWords, for what is loaded with the Agent view. */
export function useAgentWords(): typeof agent {
  return agent;
}
