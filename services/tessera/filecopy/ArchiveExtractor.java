package tessera.filecopy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import tessera.filecopy.ArchiveExtractionTarget.EntryRefusedException;
import tessera.filecopy.FileCopyReason.EntryFault;
import tessera.text.MessageCatalog;

/** Extracts an archive to this machine, each file whole or not at all. For one thread. */
final class ArchiveExtractor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ArchiveExtractor.class);
    private static final int PIECE = 64 << 10;
    /** As much is copied of files with further names even where less came. */
    private static final long SMALL_DUPLICATES = 16L << 20;

    private final TarReader tarReader;
    private final ArchiveExtractionTarget landing;
    private final String base;
    private final ExtractionListener listener;
    private final byte[] buffer = new byte[PIECE];
    private long receivedBytes;
    private long duplicatedBytes;

    /** A listener to an extraction that decides about existing files. */
    interface ExtractionListener {

        /** Returns whether an existing file may be replaced. Waits for the user. */
        boolean mayReplace(Path existing) throws InterruptedException, CopyStoppedException;

        /** Is called when an entry begins. */
        void onEntryStart(String name, long size);

        void onBytesWritten(int bytes);

        void onEntryEnd();

        /** Is called for an entry that is left out, with the reason. */
        void onEntrySkipped(String name, String reason);
    }

    /** Thrown when the user stops the copy. */
    static final class CopyStoppedException extends Exception {

        private static final long serialVersionUID = 1;
    }

    /** @param base what the thing is called in the archive; {@code .} for a whole folder */
    ArchiveExtractor(TarReader tarReader, ArchiveExtractionTarget landing, String base, ExtractionListener listener) {
        this.tarReader = tarReader;
        this.landing = landing;
        this.base = base;
        this.listener = listener;
    }

    /** Extracts all entries. */
    void run() throws IOException, InterruptedException, CopyStoppedException {
        for (var entry = tarReader.next(); entry.isPresent(); entry = tarReader.next()) {
            listener.onEntryStart(entry.get().name(), entry.get().size());
            try {
                extractEntry(entry.get());
            } catch (EntryRefusedException refused) {
                listener.onEntrySkipped(entry.get().name(), String.valueOf(refused.getMessage()));
            }
        }
    }

    private void extractEntry(TarEntry entry)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        var parts = ArchiveExtractionTarget.partsBelow(entry.name(), base);
        switch (entry.type()) {
            case FOLDER -> createFolder(landing.resolveParts(parts));
            case FILE -> extractFile(entry, landing.resolveParts(parts));
            case LINK -> extractLink(entry, parts);
            case HARD_LINK -> extractHardLink(entry, parts);
            case OTHER -> throw new EntryRefusedException(EntryFault.NOT_FILE);
        }
    }

    private static void createFolder(Path place) throws EntryRefusedException, IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(place);
        } else if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new EntryRefusedException(EntryFault.FILE_EXISTS);
        }
    }

    /** Returns whether a path is free or may be replaced. */
    private boolean mayWrite(Path place) throws EntryRefusedException, InterruptedException, CopyStoppedException {
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new EntryRefusedException(EntryFault.FOLDER_EXISTS);
        }
        return !Files.exists(place, LinkOption.NOFOLLOW_LINKS) || listener.mayReplace(place);
    }

    private void extractFile(TarEntry entry, Path place)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        if (!mayWrite(place)) {
            return;
        }
        var part = createPartFile(place);
        try {
            try (var out = Files.newOutputStream(part)) {
                copyContent(out);
            }
            applyMode(part, entry.mode());
            Files.setLastModifiedTime(part, FileTime.from(entry.modified()));
            moveInto(place, part);
        } finally {
            Files.deleteIfExists(part);
        }
        listener.onEntryEnd();
    }

    /** Moves a whole file to its name: also in place of a link, and never behind one; there is no moment without either file. */
    private static void moveInto(Path place, Path part) throws IOException {
        Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Creates the temporary file in which a file is assembled. Nobody knows it: what is against it is said of the file that it is to be. */
    private static Path createPartFile(Path place) throws IOException {
        try {
            return Files.createTempFile(place.getParent(), ".tessera-", ".part");
        } catch (AccessDeniedException e) {
            throw new FileSystemException(place.toString(), null, MESSAGES.text("folder.not.writable"));
        } catch (FileSystemException e) {
            throw new FileSystemException(place.toString(), null, e.getReason());
        }
    }

    private void copyContent(OutputStream out) throws IOException {
        for (int count = tarReader.read(buffer, 0, PIECE); count >= 0; count = tarReader.read(buffer, 0, PIECE)) {
            out.write(buffer, 0, count);
            receivedBytes += count;
            listener.onBytesWritten(count);
        }
    }

    /** Makes a file readable and writable for its owner, and grants nothing beyond the mode in the container. */
    private static void applyMode(Path file, int mode) throws IOException {
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(PosixFileModes.localPermissions(mode));
        }
    }

    private void extractLink(TarEntry entry, List<String> parts)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        ArchiveExtractionTarget.checkLink(parts, entry.target());
        var place = landing.resolveParts(parts);
        if (!mayWrite(place)) {
            return;
        }
        var part = createPartFile(place);
        try {
            Files.delete(part);
            Files.createSymbolicLink(part, place.getFileSystem().getPath(entry.target()));
            moveInto(place, part);
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw new EntryRefusedException(EntryFault.LINKS_UNSUPPORTED);
        } finally {
            Files.deleteIfExists(part);
        }
        listener.onEntryEnd();
    }

    /** Extracts a hard link as one: as copies, a file and its other names of half a kilobyte each would fill the disk. */
    private void extractHardLink(TarEntry entry, List<String> parts)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        var before = landing.resolveParts(new ArrayList<>(ArchiveExtractionTarget.partsBelow(entry.target(), base)));
        var place = landing.resolveParts(parts);
        if (!Files.isRegularFile(before, LinkOption.NOFOLLOW_LINKS) || before.equals(place)) {
            throw new EntryRefusedException(EntryFault.HARD_LINK_DANGLING);
        }
        if (!mayWrite(place)) {
            return;
        }
        var part = createPartFile(place);
        try {
            linkOrCopy(before, part);
            moveInto(place, part);
        } finally {
            Files.deleteIfExists(part);
        }
        listener.onEntryEnd();
    }

    /** Links a file, or copies it where the file system has no links or no more of them, while that does not fill the disk. */
    private void linkOrCopy(Path file, Path part) throws EntryRefusedException, IOException {
        try {
            Files.delete(part);
            Files.createLink(part, file);
        } catch (UnsupportedOperationException | FileSystemException e) {
            long size = Files.size(file);
            if (duplicatedBytes + size > Math.max(SMALL_DUPLICATES, receivedBytes)) {
                throw new EntryRefusedException(EntryFault.HARD_LINKS_TOO_LARGE);
            }
            Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            duplicatedBytes += size;
        }
    }
}
