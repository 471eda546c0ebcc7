package tessera.filecopy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tessera.filecopy.FileCopyReason.EntryFault;

/**
 * The local folder and name below which entries of an archive are written, whatever their names say.
 *
 * @param folder an existing folder; its own path may lead over links, as the user named it
 * @param name   what the copied thing is called there
 */
record ArchiveExtractionTarget(Path folder, String name) {

    /** What file systems take for a name, in bytes. */
    private static final int LONGEST_NAME = 255;
    /** What systems take for a path, less what the folder and the name of an unfinished file need. */
    private static final int LONGEST_PATH = 3072;

    /** Thrown for an entry that is left out, with the reason. */
    static final class EntryRefusedException extends Exception {

        private static final long serialVersionUID = 1;

        EntryRefusedException(FileCopyReason reason) {
            super(reason.text());
        }
    }

    /** Resolves the user's target: inside an existing folder, or under a name of its own. */
    static ArchiveExtractionTarget resolve(Path wanted, String usual) throws IOException {
        if (Files.isDirectory(wanted)) {
            return new ArchiveExtractionTarget(wanted.toRealPath(), usual);
        }
        var absolute = wanted.toAbsolutePath().normalize();
        var folder = absolute.getParent();
        var last = absolute.getFileName();
        if (folder == null || last == null || !Files.isDirectory(folder)) {
            throw new IOException(
                    new FileCopyReason.LocalFolderMissing(Objects.requireNonNullElse(folder, wanted)).text());
        }
        return new ArchiveExtractionTarget(folder.toRealPath(), last.toString());
    }

    /**
     * Returns the parts of a path below the copied file or folder.
     *
     * @param base what the thing is called in the archive; {@code .} for a whole folder
     */
    static List<String> partsBelow(String path, String base) throws EntryRefusedException {
        if (path.startsWith("/")) {
            throw new EntryRefusedException(EntryFault.ABSOLUTE_PATH);
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new EntryRefusedException(EntryFault.NAME_TOO_LONG);
        }
        var parts = new ArrayList<String>();
        for (var part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw new EntryRefusedException(EntryFault.PATH_TRAVERSAL);
            }
            if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new EntryRefusedException(EntryFault.NAME_TOO_LONG);
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        if (!base.equals(".")) {
            if (parts.isEmpty() || !parts.getFirst().equals(base)) {
                throw new EntryRefusedException(EntryFault.NOT_REQUESTED);
            }
            parts.removeFirst();
        }
        return parts;
    }

    /** Returns the local path of the parts and creates its parents; none of them may be a link. */
    Path resolveParts(List<String> parts) throws EntryRefusedException, IOException {
        var place = childPath(folder, name);
        for (var part : parts) {
            requireFolder(place);
            place = childPath(place, part);
        }
        return place;
    }

    private static void requireFolder(Path folder) throws EntryRefusedException, IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(folder);
        } else if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new EntryRefusedException(new FileCopyReason.ParentNotFolder(folder.getFileName()));
        }
    }

    private static Path childPath(Path folder, String name) throws EntryRefusedException {
        try {
            var child = folder.resolve(name);
            if (!folder.equals(child.getParent()) || !child.normalize().equals(child)) {
                throw new EntryRefusedException(EntryFault.NAME_IS_PATH);
            }
            return child;
        } catch (InvalidPathException e) {
            throw new EntryRefusedException(EntryFault.NAME_UNSUPPORTED);
        }
    }

    /**
     * Requires that a link stays below the copied folder: it may lead upwards only at its beginning, and not further than that.
     *
     * @param parts  where the link is
     * @param target what it says
     */
    static void checkLink(List<String> parts, String target) throws EntryRefusedException {
        if (parts.isEmpty()) {
            throw new EntryRefusedException(new FileCopyReason.CopiedPathIsLink(target));
        }
        if (target.isEmpty() || target.startsWith("/") || target.indexOf('\\') >= 0 || target.indexOf(':') >= 0) {
            throw new EntryRefusedException(new FileCopyReason.LinkLeadsOut(target));
        }
        int depth = parts.size() - 1;
        boolean down = false;
        for (var part : target.split("/", -1)) {
            if (part.equals("..")) {
                depth--;
                if (down || depth < 0) {
                    throw new EntryRefusedException(new FileCopyReason.LinkLeadsOut(target));
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                down = true;
            }
        }
    }
}
