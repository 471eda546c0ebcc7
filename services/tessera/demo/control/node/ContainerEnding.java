package tessera.demo.control.node;

/**
 * How containers of a pod end.
 *
 * @param reason    as the kubelet tells it
 * @param container which of them does; empty where all do
 */
record ContainerEnding(int exitCode, String reason, String container) {

    static ContainerEnding all(int exitCode) {
        return new ContainerEnding(exitCode, exitCode == 0 ? "Completed" : "Error", "");
    }

    boolean concerns(String name) {
        return container.isEmpty() || container.equals(name);
    }

    /** The same of one container alone. */
    ContainerEnding of(String name) {
        return new ContainerEnding(exitCode, reason, name);
    }
}
