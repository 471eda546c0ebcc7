package tessera.filecopy;

import java.nio.file.Path;
import tessera.model.ObjectRef;

/**
 * A file or folder that is to be copied.
 *
 * @param remote where it is, or is to be, in the container
 * @param local  the same on this machine; a folder that is there takes it in under its own name
 */
public record CopyWish(Direction direction, ObjectRef pod, String container, String remote, Path local) {

    /** Which way it goes. */
    public enum Direction {
        FROM_CONTAINER,
        TO_CONTAINER
    }

    /** What is copied where, fit to follow “copy”. */
    public String words() {
        var there = pod.namespace() + "/" + pod.name() + ":" + remote;
        return direction == Direction.FROM_CONTAINER ? there + " to " + local : local + " to " + there;
    }
}
