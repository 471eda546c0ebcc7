package tessera.logs;

import java.util.List;
import java.util.Optional;

/**
 * What is to be known of a pod to read its logs.
 *
 * @param uid        of the very pod, as another may come by the same name
 * @param deleting   whether it was asked to go
 * @param next       what comes after it
 * @param usual      the name of the container that is meant where nobody says
 * @param containers in the order in which they start
 */
public record LoggedPod(String uid, boolean deleting, Next next, String usual, List<LoggedContainer> containers) {

    /** What comes after a pod that goes. */
    public enum Next {
        /** Who made it makes one of the same name. */
        ITS_NAME,
        /** Who made it gives each another name. */
        OTHER_NAME,
        /** Nobody is known to make one. */
        UNKNOWN
    }

    /** What a container is there for. */
    public enum ContainerKind {
        /** Runs to its end before the others start. */
        INIT,
        MAIN,
        /** Put in later to look around. */
        EPHEMERAL
    }

    /** What a container is doing. */
    public enum ContainerState {
        WAITING,
        RUNNING,
        ENDED
    }

    /**
     * A container of the pod.
     *
     * @param restarts how often it was started again
     * @param words    why it waits or how it ended, e.g. {@code CrashLoopBackOff} or {@code exit code 137, OOMKilled}
     * @param earlier  whether there was a run before this one, whose log may still be there
     * @param last     whether it will not be started again
     */
    public record LoggedContainer(String name, ContainerKind kind, ContainerState state, int restarts, String words,
            boolean earlier,
            boolean last) {}

    public LoggedPod {
        containers = List.copyOf(containers);
    }

    public Optional<LoggedContainer> container(String name) {
        return containers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return containers.stream().map(LoggedContainer::name).toList();
    }
}
