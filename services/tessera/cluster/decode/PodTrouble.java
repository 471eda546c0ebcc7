package tessera.cluster.decode;

import tessera.cluster.decode.PodDraft.ReusableList;

/**
 * Why a pod does not run, in the cluster's words.
 *
 * @param reason  one word, empty when it runs or ran to its end
 * @param message empty when the cluster says no more
 */
record PodTrouble(String reason, String message) {

    private static final PodTrouble NONE = new PodTrouble("", "");
    /** Of a long line the end tells what was wrong. */
    private static final int LONGEST = 300;

    static PodTrouble of(PodDraft pod) {
        if (pod.phase.equals("Succeeded")) {
            return NONE;
        }
        if (!pod.reason.isEmpty()) {
            return new PodTrouble(pod.reason, pod.message);
        }
        if (pod.node.isEmpty() && pod.unscheduled) {
            return new PodTrouble(pod.schedulingReason, pod.schedulingMessage);
        }
        var init = ofContainers(pod.initStates);
        var found = init.known() ? init : ofContainers(pod.states);
        return found.known() ? found : ofWaiting(pod);
    }

    private boolean known() {
        return !reason.isEmpty();
    }

    /** The first container that waits for more than its turn, or that ended badly. */
    private static PodTrouble ofContainers(ReusableList<StateDraft> states) {
        for (int i = 0; i < states.size(); i++) {
            var state = states.get(i);
            boolean waits = state.waiting && !state.reason.isEmpty() && !state.waitsFor("PodInitializing")
                    && !state.waitsFor("ContainerCreating");
            if (waits || (state.terminated && (state.exitCode != 0 || state.signal != 0))) {
                return new PodTrouble(state.ending(), waits ? before(state) : ended(state));
            }
        }
        return NONE;
    }

    /** Who is started again and again waits for that, and says nothing of what it ended with. */
    private static String before(StateDraft state) {
        if (state.lastReason.isEmpty()) {
            return state.message;
        }
        var words = state.lastReason.equals("OOMKilled") ? "" : lastLine(state.lastMessage);
        return joined(state.message, "last ended with %s, exit code %d%s".formatted(state.lastReason,
                state.lastExitCode, words.isEmpty() ? "" : ": " + words));
    }

    private static String lastLine(String message) {
        var text = message.strip();
        var line = text.substring(text.lastIndexOf('\n') + 1).strip();
        return line.length() <= LONGEST ? line : "… " + line.substring(line.length() - LONGEST);
    }

    /** Its exit code tells who was killed from who gave up, whatever word it goes by. */
    private static String ended(StateDraft state) {
        return state.exitCode == 0 || state.reason.isEmpty() ? state.message
                : joined(state.message, "exit code " + state.exitCode);
    }

    private static String joined(String message, String more) {
        return message.isEmpty() ? more : message + "; " + more;
    }

    private static PodTrouble ofWaiting(PodDraft pod) {
        for (int i = 0; i < pod.states.size(); i++) {
            var state = pod.states.get(i);
            if (state.waiting && !state.reason.isEmpty()) {
                return new PodTrouble(state.reason, state.message);
            }
        }
        return NONE;
    }
}
