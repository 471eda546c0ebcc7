package tessera.ui.terminal;

import java.util.Optional;
import tessera.exec.ExecExitStatus;
import tessera.logs.LogPodFacts;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Message about a command that has ended.
 *
 * @param text   one line
 * @param failure whether it is bad news
 */
record TerminalExitMessage(String text, boolean failure) {

    /** From here on a signal ended it. */
    private static final int KILLED = 128;
    /** By Ctrl+C, as a rule. */
    private static final int INTERRUPTED = 130;

    /**
     * Describes the end with the fate of the pod, which is queried where the exit status alone does not explain it.
     *
     * @param uid of the very pod
     */
    static TerminalExitMessage of(ExecExitStatus exitStatus, PodLogSource pods, ObjectRef pod, String uid,
            String container)
            throws InterruptedException {
        return switch (exitStatus) {
            case ExecExitStatus.ProcessExit(int code) when code < KILLED -> exitedWith(code);
            case ExecExitStatus.ProcessExit(int code) when code == INTERRUPTED -> withFate(pods, pod, uid, container,
                    new TerminalExitMessage("Interrupted (exit code 130)", false));
            case ExecExitStatus.ProcessExit(int code) -> withFate(pods, pod, uid, container, exitedWith(code));
            case ExecExitStatus.ExecConnectionLoss(var problem) when problem.kind() == OperationProblemKind.READ_ONLY ->
                new TerminalExitMessage(problem.headline(), true);
            case ExecExitStatus.ExecConnectionLoss(var problem) ->
                withFate(pods, pod, uid, container, new TerminalExitMessage(problem.headline(), true));
            case ExecExitStatus.ExecStartFailure(var problem) -> new TerminalExitMessage(problem.problemText(), true);
            case ExecExitStatus.UserClosedSession _ -> new TerminalExitMessage("Closed", false);
        };
    }

    private static TerminalExitMessage exitedWith(int code) {
        return new TerminalExitMessage("Ended with exit code " + code, code != 0);
    }

    private static TerminalExitMessage withFate(PodLogSource pods, ObjectRef pod, String uid, String container,
            TerminalExitMessage otherwise)
            throws InterruptedException {
        try {
            var now = pods.findPod(pod);
            if (!now.uid().equals(uid)) {
                return new TerminalExitMessage("The pod has gone; another one came by its name", true);
            }
            var ended = now.findContainer(container)
                    .filter(each -> each.state() != LogPodFacts.ContainerState.RUNNING)
                    .map(each -> "The container ended" + (each.statusText().isEmpty() ? "" : ": " + each.statusText()));
            return ended.or(() -> now.deleting() ? Optional.of("The pod is being deleted") : Optional.empty())
                    .map(text -> new TerminalExitMessage(text, true)).orElse(otherwise);
        } catch (ProblemException problemException) {
            return problemException.problem().kind() == OperationProblemKind.NOT_FOUND
                    ? new TerminalExitMessage("The pod is no longer in the cluster", true)
                    : otherwise;
        }
    }
}
