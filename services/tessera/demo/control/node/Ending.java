package tessera.demo.control.node;

/**
 * How containers of a pod end.
 *
 * @param reason    as the kubelet tells it
 * @param container which of them does; empty where all do
 */
record Ending(int exitCode, String reason, String container) {

    static Ending all(int exitCode) {
        return new Ending(exitCode, exitCode == 0 ? "Completed" : "Error", "");
    }

    boolean concerns(String name) {
        return container.isEmpty() || container.equals(name);
    }

    /** The same of one container alone. */
    Ending of(String name) {
        return new Ending(exitCode, reason, name);
    }
}
