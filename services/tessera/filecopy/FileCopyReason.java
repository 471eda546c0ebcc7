package tessera.filecopy;

import java.nio.file.Path;
import tessera.text.Reason;

/** A reason why files were not copied, or not all of them. */
sealed interface FileCopyReason extends Reason {

    /** The local file is missing. */
    record LocalFileMissing(Path file) implements FileCopyReason {}

    /** The folder for the copy is missing. */
    record LocalFolderMissing(Path folder) implements FileCopyReason {}

    /** The path in the container is missing. */
    record ContainerPathMissing() implements FileCopyReason {}

    /** The path in the container ends with two dots. */
    record ContainerPathWithoutName(String path) implements FileCopyReason {}

    /** The image has no tar. */
    record TarMissing() implements FileCopyReason {}

    /** The connection was closed. */
    record TarConnectionClosed() implements FileCopyReason {}

    /** Something killed tar. */
    record TarKilled(int exitCode) implements FileCopyReason {}

    /** The program tar failed; its first error is empty where it printed none. */
    record TarFailed(String error, int exitCode) implements FileCopyReason {}

    /** A fault of an archive. */
    enum ArchiveFault implements FileCopyReason {
        NOT_TAR,
        TRUNCATED,
        END_MISSING,
        NUMBER_TOO_LONG,
        NAME_TOO_LONG
    }

    /** A fault of an entry that is left out. */
    enum EntryFault implements FileCopyReason {
        NOT_FILE,
        NAME_TOO_LONG,
        NAME_UNSUPPORTED,
        NAME_IS_PATH,
        ABSOLUTE_PATH,
        PATH_TRAVERSAL,
        NOT_REQUESTED,
        FILE_EXISTS,
        FOLDER_EXISTS,
        LINKS_UNSUPPORTED,
        HARD_LINK_DANGLING,
        HARD_LINKS_TOO_LARGE
    }

    /** A parent of the entry is no folder. */
    record ParentNotFolder(Path name) implements FileCopyReason {}

    /** The copied path is a link itself. */
    record CopiedPathIsLink(String target) implements FileCopyReason {}

    /** A link may lead out of the copied folder. */
    record LinkLeadsOut(String target) implements FileCopyReason {}
}
