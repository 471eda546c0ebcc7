package tessera.filecopy;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.concurrent.atomic.AtomicLong;

/** Packs local files into a tar archive: links as links, special files left out. For one thread. */
final class ArchivePacker {

    private static final int PIECE = 64 << 10;
    private static final int USUAL_FILE = 0644;
    private static final int USUAL_FOLDER = 0755;

    private final Path source;
    private final String name;
    private final ArchiveExtractor.ExtractionListener witness;

    /** @param name what it is to be called */
    ArchivePacker(Path source, String name, ArchiveExtractor.ExtractionListener witness) {
        this.source = source;
        this.name = name;
        this.witness = witness;
    }

    /** Returns the number of content bytes that will be packed. */
    static long contentSize(Path source) throws IOException {
        var sum = new AtomicLong();
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
                return FileVisitResult.CONTINUE;
            }
        });
        return sum.get();
    }

    void run(TarWriter archive) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                archive.begin(TarEntry.folder(entryName(folder) + "/", modeOf(folder, USUAL_FOLDER),
                        attributes.lastModifiedTime().toInstant()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                pack(archive, file, attributes);
                return FileVisitResult.CONTINUE;
            }
        });
        archive.finish();
    }

    private void pack(TarWriter archive, Path file, BasicFileAttributes attributes) throws IOException {
        var called = entryName(file);
        var modified = attributes.lastModifiedTime().toInstant();
        witness.onEntryStart(called, attributes.size());
        if (attributes.isSymbolicLink()) {
            archive.begin(TarEntry.link(called, Files.readSymbolicLink(file).toString().replace('\\', '/'), modified));
        } else if (attributes.isRegularFile()) {
            archive.begin(TarEntry.file(called, attributes.size(), modeOf(file, USUAL_FILE), modified));
            writeContent(archive, file, attributes.size());
        } else {
            witness.onEntrySkipped(called, "it is no file");
            return;
        }
        witness.onEntryEnd();
    }

    private void writeContent(TarWriter archive, Path file, long size) throws IOException {
        var buffer = new byte[PIECE];
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (long remaining = size; remaining > 0;) {
                int count = in.read(buffer, 0, (int) Math.min(PIECE, remaining));
                if (count < 0) {
                    throw new IOException(file + " became shorter while it was read");
                }
                archive.write(buffer, 0, count);
                witness.onBytesWritten(count);
                remaining -= count;
            }
        }
    }

    private String entryName(Path path) {
        var below = source.relativize(path).toString().replace('\\', '/');
        return below.isEmpty() ? name : name + "/" + below;
    }

    private static int modeOf(Path path, int usual) throws IOException {
        var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return usual;
        }
        return PosixFileModes.fromPermissions(view.readAttributes().permissions());
    }
}
