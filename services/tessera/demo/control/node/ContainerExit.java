package tessera.demo.control.node;

/**
 * The end of one or all containers of a pod: exit code and reason.
 *
 * @param reason    as the kubelet tells it
 * @param container which of them does; empty where all do
 */
record ContainerExit(int exitCode, String reason, String container) {

    static ContainerExit forAllContainers(int exitCode) {
        return new ContainerExit(exitCode, exitCode == 0 ? "Completed" : "Error", "");
    }

    boolean concernsContainer(String name) {
        return container.isEmpty() || container.equals(name);
    }

    /** Returns the same end for one container alone. */
    ContainerExit forContainer(String name) {
        return new ContainerExit(exitCode, reason, name);
    }
}
