package tessera.plan.model;

import tessera.text.MessageCatalog;

/** The warning about GPUs that are no longer advertised. */
public final class RemovedCapacityWarningFormatter {

    private RemovedCapacityWarningFormatter() {}

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RemovedCapacityWarningFormatter.class);

    /**
     * Returns the warning.
     *
     * @param nodes   whose GPUs they are, in words
     * @param one     whether that is one node
     * @param holders how many pods hold some
     */
    public static String warningText(String nodes, boolean one, long holders) {
        return MESSAGES.text("removed-capacity", nodes, one, holders);
    }
}
