/** Times in the reader's zone. Without the script they are in UTC, and say so. */
export const TIMES = `
showTimes(document);
`;
