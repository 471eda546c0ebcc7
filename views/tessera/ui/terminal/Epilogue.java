package tessera.ui.terminal;

import java.util.Optional;
import tessera.exec.Ending;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;

/**
 * What there is to say of a command that has ended.
 *
 * @param words   one line
 * @param trouble whether it is bad news
 */
record Epilogue(String words, boolean trouble) {

    /** From here on a signal ended it. */
    private static final int KILLED = 128;
    /** By Ctrl+C, as a rule. */
    private static final int INTERRUPTED = 130;

    /**
     * Says it with what became of the pod, which is asked about where the ending alone does not explain itself.
     *
     * @param uid of the very pod
     */
    static Epilogue of(Ending ending, LogSource pods, ObjectRef pod, String uid, String container)
            throws InterruptedException {
        return switch (ending) {
            case Ending.Exited(int code) when code < KILLED -> exited(code);
            case Ending.Exited(int code) when code == INTERRUPTED -> withFate(pods, pod, uid, container,
                    new Epilogue("Interrupted (exit code 130)", false));
            case Ending.Exited(int code) -> withFate(pods, pod, uid, container, exited(code));
            case Ending.Lost(var why) when why.kind() == Kind.READ_ONLY -> new Epilogue(why.headline(), true);
            case Ending.Lost(var why) -> withFate(pods, pod, uid, container, new Epilogue(why.headline(), true));
            case Ending.NotStarted(var why) -> new Epilogue(why.sentence(), true);
            case Ending.Closed _ -> new Epilogue("Closed", false);
        };
    }

    private static Epilogue exited(int code) {
        return new Epilogue("Ended with exit code " + code, code != 0);
    }

    private static Epilogue withFate(LogSource pods, ObjectRef pod, String uid, String container, Epilogue otherwise)
            throws InterruptedException {
        try {
            var now = pods.pod(pod);
            if (!now.uid().equals(uid)) {
                return new Epilogue("The pod has gone; another one came by its name", true);
            }
            var ended = now.container(container)
                    .filter(each -> each.state() != LoggedPod.State.RUNNING)
                    .map(each -> "The container ended" + (each.words().isEmpty() ? "" : ": " + each.words()));
            return ended.or(() -> now.deleting() ? Optional.of("The pod is being deleted") : Optional.empty())
                    .map(words -> new Epilogue(words, true)).orElse(otherwise);
        } catch (Failure failure) {
            return failure.problem().kind() == Kind.NOT_FOUND
                    ? new Epilogue("The pod is no longer in the cluster", true)
                    : otherwise;
        }
    }
}
