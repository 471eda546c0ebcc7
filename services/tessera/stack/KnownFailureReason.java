package tessera.stack;

import tessera.text.Reason;

/**
 * A failure that the catalog of causes knows.
 *
 * @param failure its code there
 */
record KnownFailureReason(String failure, String headline, String advice) implements Reason {}
