package tessera.scheduling;

import java.util.Optional;

/**
 * What a queue says of a pod that it holds back.
 *
 * @param words  in its own words
 * @param advice what would help; empty where that is not known
 */
record QueueStatus(String words, Optional<RemedySuggestion> advice) {}
