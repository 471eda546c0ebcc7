package tessera.cluster.decode;

import tessera.text.OptionalText;

/**
 * A pod's status as kubectl prints it.
 *
 * @param text     e.g. {@code Running}, {@code Init:1/2}, {@code CrashLoopBackOff}
 * @param ready    containers that are ready
 * @param total    containers there are, sidecars included
 * @param restarts of the containers that count at this stage
 */
record KubectlStylePodStatus(String text, int ready, int total, int restarts) {

    private static final String GATED = "SchedulingGated";
    private static final String LOST = "NodeLost";

    static KubectlStylePodStatus of(DecodedPodFields pod, boolean deleting) {
        var count = new ContainerStatusCounter(pod);
        var word = count.status;
        if (deleting && pod.reason.equals(LOST)) {
            word = "Unknown";
        } else if (deleting && !pod.phase.equals("Succeeded") && !pod.phase.equals("Failed")) {
            word = "Terminating";
        }
        return new KubectlStylePodStatus(word, count.ready, count.total,
                (int) Math.min(count.restarts, Integer.MAX_VALUE));
    }

    /** Counts containers in the order in which they are started. */
    private static final class ContainerStatusCounter {

        private String status;
        private int ready;
        private int total;
        private long restarts;

        ContainerStatusCounter(DecodedPodFields pod) {
            status = OptionalText.orElse(pod.reason, pod.phase);
            if (pod.schedulingReason.equals(GATED)) {
                status = GATED;
            }
            total = pod.containers.size();
            for (int i = 0; i < pod.initContainers.size(); i++) {
                total += pod.initContainers.get(i).stays ? 1 : 0;
            }
            long sidecarRestarts = countInit(pod);
            if (sidecarRestarts >= 0) {
                restarts = sidecarRestarts;
                main(pod);
            }
        }

        /** Counts the init containers and returns the sidecars' restarts once initialisation is over; −1 before. */
        private long countInit(DecodedPodFields pod) {
            long sidecarRestarts = 0;
            for (int i = 0; i < pod.initStates.size(); i++) {
                var state = pod.initStates.get(i);
                boolean sidecar = isSidecar(pod, state.name);
                restarts += state.restarts;
                if (sidecar) {
                    sidecarRestarts += state.restarts;
                }
                if (state.terminated && state.exitCode == 0) {
                    continue;
                }
                if (sidecar && state.started) {
                    ready += state.ready ? 1 : 0;
                    continue;
                }
                if (state.terminated) {
                    status = "Init:" + state.endReason();
                } else if (state.waiting && !state.reason.isEmpty() && !state.isWaitingFor("PodInitializing")) {
                    status = "Init:" + state.reason;
                } else {
                    status = "Init:" + i + "/" + pod.initContainers.size();
                }
                return pod.initialized ? sidecarRestarts : -1;
            }
            return sidecarRestarts;
        }

        private void main(DecodedPodFields pod) {
            boolean running = false;
            for (int i = pod.states.size() - 1; i >= 0; i--) {
                var state = pod.states.get(i);
                restarts += state.restarts;
                if (state.waiting && !state.reason.isEmpty()) {
                    status = state.reason;
                } else if (state.terminated) {
                    status = state.endReason();
                } else if (state.ready && state.running) {
                    running = true;
                    ready++;
                }
            }
            if (status.equals("Completed") && running) {
                status = pod.ready ? "Running" : "NotReady";
            }
        }

        private static boolean isSidecar(DecodedPodFields pod, String name) {
            for (int i = 0; i < pod.initContainers.size(); i++) {
                if (pod.initContainers.get(i).name.equals(name)) {
                    return pod.initContainers.get(i).stays;
                }
            }
            return false;
        }
    }
}
