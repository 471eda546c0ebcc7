package tessera.lint.finding;

/**
 * Something that a manifest should not have.
 *
 * @param id       names it for ever, e.g. {@code gpu-limit-missing}
 * @param title    what is looked for, in a few words
 * @param why      one sentence
 * @param fixable  whether some findings come with an edit that mends them
 * @param cluster  whether it takes a cluster to tell
 */
public record Rule(String id, Severity severity, String title, String why, boolean fixable, boolean cluster) {}
