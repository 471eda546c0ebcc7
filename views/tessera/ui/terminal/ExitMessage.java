package tessera.ui.terminal;

import java.util.Optional;
import tessera.exec.ExitStatus;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;

/**
 * What there is to say of a command that has ended.
 *
 * @param words   one line
 * @param trouble whether it is bad news
 */
record ExitMessage(String words, boolean trouble) {

    /** From here on a signal ended it. */
    private static final int KILLED = 128;
    /** By Ctrl+C, as a rule. */
    private static final int INTERRUPTED = 130;

    /**
     * Says it with what became of the pod, which is asked about where the ending alone does not explain itself.
     *
     * @param uid of the very pod
     */
    static ExitMessage of(ExitStatus ending, LogSource pods, ObjectRef pod, String uid, String container)
            throws InterruptedException {
        return switch (ending) {
            case ExitStatus.ProcessExited(int code) when code < KILLED -> exited(code);
            case ExitStatus.ProcessExited(int code) when code == INTERRUPTED -> withFate(pods, pod, uid, container,
                    new ExitMessage("Interrupted (exit code 130)", false));
            case ExitStatus.ProcessExited(int code) -> withFate(pods, pod, uid, container, exited(code));
            case ExitStatus.ConnectionLost(var why) when why.kind() == ProblemKind.READ_ONLY ->
                new ExitMessage(why.headline(), true);
            case ExitStatus.ConnectionLost(var why) ->
                withFate(pods, pod, uid, container, new ExitMessage(why.headline(), true));
            case ExitStatus.NotStarted(var why) -> new ExitMessage(why.sentence(), true);
            case ExitStatus.SessionClosed _ -> new ExitMessage("Closed", false);
        };
    }

    private static ExitMessage exited(int code) {
        return new ExitMessage("Ended with exit code " + code, code != 0);
    }

    private static ExitMessage withFate(LogSource pods, ObjectRef pod, String uid, String container,
            ExitMessage otherwise)
            throws InterruptedException {
        try {
            var now = pods.pod(pod);
            if (!now.uid().equals(uid)) {
                return new ExitMessage("The pod has gone; another one came by its name", true);
            }
            var ended = now.container(container)
                    .filter(each -> each.state() != LoggedPod.ContainerState.RUNNING)
                    .map(each -> "The container ended" + (each.words().isEmpty() ? "" : ": " + each.words()));
            return ended.or(() -> now.deleting() ? Optional.of("The pod is being deleted") : Optional.empty())
                    .map(words -> new ExitMessage(words, true)).orElse(otherwise);
        } catch (Failure failure) {
            return failure.problem().kind() == ProblemKind.NOT_FOUND
                    ? new ExitMessage("The pod is no longer in the cluster", true)
                    : otherwise;
        }
    }
}
