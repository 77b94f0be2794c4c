/**
 * Source: OpenAI Help Center, "What are tokens and how to count them?": 1 token is about 4 characters of English. JSON and
 * code come to more, and every tokenizer to another number, so this compares shapes and prices none.
 */
const CHARACTERS_PER_TOKEN = 4;

/** A rough count of tokens. An estimate, to be shown as one. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
