package tessera.demo.control;

/**
 * The end of one or all containers of a pod: exit code and reason.
 *
 * @param reason    as the kubelet tells it
 * @param container which of them does; empty where all do
 */
record SimulatedContainerExit(int exitCode, String reason, String container) {

    static SimulatedContainerExit forAllContainers(int exitCode) {
        return new SimulatedContainerExit(exitCode, exitCode == 0 ? "Completed" : "Error", "");
    }

    boolean concernsContainer(String name) {
        return container.isEmpty() || container.equals(name);
    }

    SimulatedContainerExit forContainer(String name) {
        return new SimulatedContainerExit(exitCode, reason, name);
    }
}
