package tessera.filecopy;

import java.nio.file.Path;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;

/**
 * A request to copy a file or folder.
 *
 * @param remotePath where it is, or is to be, in the container
 * @param localPath  the same on this machine; a folder that is there takes it in under its own name
 */
public record ContainerFileCopyRequest(FileCopyDirection direction, ObjectRef pod, String container, String remotePath,
        Path localPath) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyRequest.class);

    /** The direction of a copy. */
    public enum FileCopyDirection {
        FROM_CONTAINER,
        TO_CONTAINER
    }

    /** Returns source and target, as the words that follow “copy”. */
    public String routeText() {
        var there = pod.namespace() + "/" + pod.name() + ":" + remotePath;
        return direction == FileCopyDirection.FROM_CONTAINER ? MESSAGES.text("route", there, localPath)
                : MESSAGES.text("route", localPath, there);
    }
}
