package tessera.scheduling;

/**
 * A request that cannot be met, with its remedy.
 *
 * @param text  why not
 * @param remedyText what could be demanded instead; empty where nothing is known to be near
 */
record UnmetRequest(String text, String remedyText) {}
