package tessera.logs;

import java.util.List;
import java.util.Optional;

/**
 * The facts about a pod that are needed to read its logs.
 *
 * @param uid        of the very pod, as another may come by the same name
 * @param deleting   whether it was asked to go
 * @param next       what comes after it
 * @param defaultContainer      the name of the container that is meant where nobody says
 * @param containers in the order in which they start
 */
public record LogPodFacts(String uid, boolean deleting, PodSuccessorNaming next, String defaultContainer,
        List<LoggedContainer> containers) {

    /** The expected successor of a pod that ends. */
    public enum PodSuccessorNaming {
        /** Who made it makes one of the same name. */
        ITS_NAME,
        /** Who made it gives each another name. */
        OTHER_NAME,
        /** Nobody is known to make one. */
        UNKNOWN
    }

    /** The role of a container in its pod. */
    public enum ContainerKind {
        /** Runs to its end before the others start. */
        INIT,
        MAIN,
        /** Put in later to look around. */
        EPHEMERAL
    }

    /** The state of a container. */
    public enum ContainerState {
        WAITING,
        RUNNING,
        ENDED
    }

    /**
     * A container of the pod.
     *
     * @param restarts how often it was started again
     * @param statusText    why it waits or how it ended, e.g. {@code CrashLoopBackOff} or {@code exit code 137, OOMKilled}
     * @param previous  whether there was a run before this one, whose log may still be there
     * @param last     whether it will not be started again
     */
    public record LoggedContainer(String name, ContainerKind kind, ContainerState state, int restarts,
            String statusText, boolean previous, boolean last) {}

    public LogPodFacts {
        containers = List.copyOf(containers);
    }

    public Optional<LoggedContainer> findContainer(String name) {
        return containers.stream().filter(container -> container.name().equals(name)).findFirst();
    }

    public List<String> containerNames() {
        return containers.stream().map(LoggedContainer::name).toList();
    }
}
