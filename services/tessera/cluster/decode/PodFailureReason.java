package tessera.cluster.decode;

import tessera.cluster.decode.DecodedPodFields.ReusableList;

/**
 * The reason why a pod does not run, in the cluster's words.
 *
 * @param reason  one word, empty when it runs or ran to its end
 * @param message empty when the cluster says no more
 */
record PodFailureReason(String reason, String message) {

    private static final PodFailureReason NONE = new PodFailureReason("", "");
    /** Of a long line the end tells what was wrong. */
    private static final int LONGEST = 300;

    static PodFailureReason of(DecodedPodFields pod) {
        if (pod.phase.equals("Succeeded")) {
            return NONE;
        }
        if (!pod.reason.isEmpty()) {
            return new PodFailureReason(pod.reason, pod.message);
        }
        if (pod.node.isEmpty() && pod.unscheduled) {
            return new PodFailureReason(pod.schedulingReason, pod.schedulingMessage);
        }
        var init = ofContainers(pod.initStates);
        var failureReason = init.isKnown() ? init : ofContainers(pod.states);
        return failureReason.isKnown() ? failureReason : ofWaiting(pod);
    }

    private boolean isKnown() {
        return !reason.isEmpty();
    }

    /** Returns the trouble of the first container that waits for more than its turn, or that failed. */
    private static PodFailureReason ofContainers(ReusableList<ContainerStatusDecoder> states) {
        for (int i = 0; i < states.size(); i++) {
            var state = states.get(i);
            boolean waits = state.waiting && !state.reason.isEmpty() && !state.isWaitingFor("PodInitializing")
                    && !state.isWaitingFor("ContainerCreating");
            if (waits || (state.terminated && (state.exitCode != 0 || state.signal != 0))) {
                return new PodFailureReason(state.endReason(), waits ? lastEndText(state) : endText(state));
            }
        }
        return NONE;
    }

    /** Returns the message of a restarting container with the end before: it waits for its restart and says nothing else. */
    private static String lastEndText(ContainerStatusDecoder state) {
        if (state.lastReason.isEmpty()) {
            return state.message;
        }
        var text = state.lastReason.equals("OOMKilled") ? "" : lastLine(state.lastMessage);
        return joinText(state.message, "last ended with %s, exit code %d%s".formatted(state.lastReason,
                state.lastExitCode, text.isEmpty() ? "" : ": " + text));
    }

    private static String lastLine(String message) {
        var text = message.strip();
        var line = text.substring(text.lastIndexOf('\n') + 1).strip();
        return line.length() <= LONGEST ? line : "… " + line.substring(line.length() - LONGEST);
    }

    /** Returns the message with the exit code, which tells a killed container from one that failed, whatever the reason says. */
    private static String endText(ContainerStatusDecoder state) {
        return state.exitCode == 0 || state.reason.isEmpty() ? state.message
                : joinText(state.message, "exit code " + state.exitCode);
    }

    private static String joinText(String message, String more) {
        return message.isEmpty() ? more : message + "; " + more;
    }

    private static PodFailureReason ofWaiting(DecodedPodFields pod) {
        for (int i = 0; i < pod.states.size(); i++) {
            var state = pod.states.get(i);
            if (state.waiting && !state.reason.isEmpty()) {
                return new PodFailureReason(state.reason, state.message);
            }
        }
        return NONE;
    }
}
