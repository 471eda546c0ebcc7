package tessera.ui.terminal;

import java.util.Optional;
import tessera.exec.ExitStatus;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;

/**
 * Message about a command that has ended.
 *
 * @param text   one line
 * @param trouble whether it is bad news
 */
record ExitMessage(String text, boolean trouble) {

    /** From here on a signal ended it. */
    private static final int KILLED = 128;
    /** By Ctrl+C, as a rule. */
    private static final int INTERRUPTED = 130;

    /**
     * Describes the end with the fate of the pod, which is queried where the exit status alone does not explain it.
     *
     * @param uid of the very pod
     */
    static ExitMessage of(ExitStatus ending, LogSource pods, ObjectRef pod, String uid, String container)
            throws InterruptedException {
        return switch (ending) {
            case ExitStatus.ProcessExited(int code) when code < KILLED -> exitedWith(code);
            case ExitStatus.ProcessExited(int code) when code == INTERRUPTED -> withFate(pods, pod, uid, container,
                    new ExitMessage("Interrupted (exit code 130)", false));
            case ExitStatus.ProcessExited(int code) -> withFate(pods, pod, uid, container, exitedWith(code));
            case ExitStatus.ConnectionLost(var problem) when problem.kind() == ProblemKind.READ_ONLY ->
                new ExitMessage(problem.headline(), true);
            case ExitStatus.ConnectionLost(var problem) ->
                withFate(pods, pod, uid, container, new ExitMessage(problem.headline(), true));
            case ExitStatus.NotStarted(var problem) -> new ExitMessage(problem.problemText(), true);
            case ExitStatus.SessionClosed _ -> new ExitMessage("Closed", false);
        };
    }

    private static ExitMessage exitedWith(int code) {
        return new ExitMessage("Ended with exit code " + code, code != 0);
    }

    private static ExitMessage withFate(LogSource pods, ObjectRef pod, String uid, String container,
            ExitMessage otherwise)
            throws InterruptedException {
        try {
            var now = pods.findPod(pod);
            if (!now.uid().equals(uid)) {
                return new ExitMessage("The pod has gone; another one came by its name", true);
            }
            var ended = now.findContainer(container)
                    .filter(each -> each.state() != LoggedPod.ContainerState.RUNNING)
                    .map(each -> "The container ended" + (each.statusText().isEmpty() ? "" : ": " + each.statusText()));
            return ended.or(() -> now.deleting() ? Optional.of("The pod is being deleted") : Optional.empty())
                    .map(text -> new ExitMessage(text, true)).orElse(otherwise);
        } catch (Failure failure) {
            return failure.problem().kind() == ProblemKind.NOT_FOUND
                    ? new ExitMessage("The pod is no longer in the cluster", true)
                    : otherwise;
        }
    }
}
