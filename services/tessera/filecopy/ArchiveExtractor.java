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
import tessera.filecopy.ExtractionTarget.EntryRefusedException;

/** Writes what an archive holds to this machine, each file whole or not at all. For one thread. */
final class ArchiveExtractor {

    private static final int PIECE = 64 << 10;

    private final TarReader archive;
    private final ExtractionTarget landing;
    private final String base;
    private final ExtractionWitness witness;
    private final byte[] buffer = new byte[PIECE];

    /** Sees what is written, and decides about what is there already. */
    interface ExtractionWitness {

        /** Whether a file may be replaced. Waits for the user. */
        boolean replace(Path existing) throws InterruptedException, CopyStoppedException;

        /** Something begins. */
        void begun(String name, long size);

        void wrote(int bytes);

        void done();

        /** Something is left out, and why. */
        void refused(String name, String why);
    }

    /** The user wants no more. */
    static final class CopyStoppedException extends Exception {

        private static final long serialVersionUID = 1;
    }

    /** @param base what the thing is called in the archive; {@code .} for a whole folder */
    ArchiveExtractor(TarReader archive, ExtractionTarget landing, String base, ExtractionWitness witness) {
        this.archive = archive;
        this.landing = landing;
        this.base = base;
        this.witness = witness;
    }

    /** Writes everything. */
    void run() throws IOException, InterruptedException, CopyStoppedException {
        for (var entry = archive.next(); entry.isPresent(); entry = archive.next()) {
            witness.begun(entry.get().name(), entry.get().size());
            try {
                write(entry.get());
            } catch (EntryRefusedException refused) {
                witness.refused(entry.get().name(), String.valueOf(refused.getMessage()));
            }
        }
    }

    private void write(TarEntry entry)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        var parts = ExtractionTarget.below(entry.name(), base);
        switch (entry.type()) {
            case FOLDER -> folder(landing.place(parts));
            case FILE -> file(entry, landing.place(parts));
            case LINK -> link(entry, parts);
            case HARD_LINK -> again(entry, parts);
            case OTHER -> throw new EntryRefusedException("it is no file");
        }
    }

    private static void folder(Path place) throws EntryRefusedException, IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(place);
        } else if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new EntryRefusedException("there is a file where the folder goes");
        }
    }

    /** Whether something may be put there. */
    private boolean free(Path place) throws EntryRefusedException, InterruptedException, CopyStoppedException {
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new EntryRefusedException("there is a folder where it goes");
        }
        return !Files.exists(place, LinkOption.NOFOLLOW_LINKS) || witness.replace(place);
    }

    private void file(TarEntry entry, Path place)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        if (!free(place)) {
            return;
        }
        var part = begun(place);
        try {
            try (var out = Files.newOutputStream(part)) {
                content(out);
            }
            permit(part, entry.mode());
            Files.setLastModifiedTime(part, FileTime.from(entry.modified()));
            // Also puts it in place of a link, and never behind one; there is no moment without either file.
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        witness.done();
    }

    /** Where a file is put together. Nobody knows it: what is against it is said of the file that it is to be. */
    private static Path begun(Path place) throws IOException {
        try {
            return Files.createTempFile(place.getParent(), ".tessera-", ".part");
        } catch (AccessDeniedException e) {
            throw new FileSystemException(place.toString(), null, "you may not write in its folder");
        } catch (FileSystemException e) {
            throw new FileSystemException(place.toString(), null, e.getReason());
        }
    }

    private void content(OutputStream out) throws IOException {
        for (int count = archive.read(buffer, 0, PIECE); count >= 0; count = archive.read(buffer, 0, PIECE)) {
            out.write(buffer, 0, count);
            witness.wrote(count);
        }
    }

    /** Whoever copied it can read and write it; nobody gets more than the container gave. */
    private static void permit(Path file, int mode) throws IOException {
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(FileModes.kept(mode));
        }
    }

    private void link(TarEntry entry, List<String> parts)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        ExtractionTarget.checkLink(parts, entry.target());
        var place = landing.place(parts);
        if (!free(place)) {
            return;
        }
        try {
            Files.deleteIfExists(place);
            Files.createSymbolicLink(place, place.getFileSystem().getPath(entry.target()));
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw new EntryRefusedException("this machine makes no links");
        }
        witness.done();
    }

    /** Another name of a file that came before: a copy of it here. */
    private void again(TarEntry entry, List<String> parts)
            throws EntryRefusedException, IOException, InterruptedException, CopyStoppedException {
        var before = landing.place(new ArrayList<>(ExtractionTarget.below(entry.target(), base)));
        var place = landing.place(parts);
        if (!Files.isRegularFile(before, LinkOption.NOFOLLOW_LINKS) || before.equals(place)) {
            throw new EntryRefusedException("it is another name of a file that did not come");
        }
        if (free(place)) {
            Files.copy(before, place, StandardCopyOption.REPLACE_EXISTING);
            witness.done();
        }
    }
}
