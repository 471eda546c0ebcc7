package tessera.plan.model;

/** The warning about GPUs that are no longer advertised. */
public final class RemovedCapacityWarningFormatter {

    private RemovedCapacityWarningFormatter() {}

    /**
     * Returns a sentence without a full stop.
     *
     * @param nodes   whose GPUs they are, in words
     * @param one     whether that is one node
     * @param holders how many pods hold some
     */
    public static String warningText(String nodes, boolean one, long holders) {
        return "%s no longer %s GPUs; %s, and none can start".formatted(nodes, one ? "offers its" : "offer their",
                holders == 1 ? "1 pod that holds some goes on until it ends"
                        : "%d pods that hold some go on until they end".formatted(holders));
    }
}
