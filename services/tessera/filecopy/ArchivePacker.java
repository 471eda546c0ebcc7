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
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Packs local files into a tar archive: links as links, special files left out. For one thread. */
final class ArchivePacker {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ArchivePacker.class);
    private static final int PIECE = 64 << 10;
    private static final int USUAL_FILE = 0644;
    private static final int USUAL_FOLDER = 0755;

    private final Path source;
    private final String name;
    private final ArchiveExtractor.ExtractionListener listener;

    /** @param name what it is to be called */
    ArchivePacker(Path source, String name, ArchiveExtractor.ExtractionListener listener) {
        this.source = source;
        this.name = name;
        this.listener = listener;
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

    void run(TarWriter tarWriter) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                tarWriter.begin(TarEntry.folder(entryName(folder) + "/", modeOf(folder, USUAL_FOLDER),
                        attributes.lastModifiedTime().toInstant()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                pack(tarWriter, file, attributes);
                return FileVisitResult.CONTINUE;
            }
        });
        tarWriter.finish();
    }

    private void pack(TarWriter tarWriter, Path file, BasicFileAttributes attributes) throws IOException {
        var called = entryName(file);
        var modified = attributes.lastModifiedTime().toInstant();
        listener.onEntryStart(called, attributes.size());
        if (attributes.isSymbolicLink()) {
            tarWriter
                    .begin(TarEntry.link(called, Files.readSymbolicLink(file).toString().replace('\\', '/'), modified));
        } else if (attributes.isRegularFile()) {
            tarWriter.begin(TarEntry.file(called, attributes.size(), modeOf(file, USUAL_FILE), modified));
            writeContent(tarWriter, file, attributes.size());
        } else {
            listener.onEntrySkipped(called, FileCopyReason.EntryFault.NOT_FILE.text());
            return;
        }
        listener.onEntryEnd();
    }

    private void writeContent(TarWriter tarWriter, Path file, long size) throws IOException {
        var buffer = new byte[PIECE];
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (long remaining = size; remaining > 0;) {
                int count = in.read(buffer, 0, (int) Math.min(PIECE, remaining));
                if (count < 0) {
                    throw new IOException(MESSAGES.text("file.shrank", file));
                }
                tarWriter.write(buffer, 0, count);
                listener.onBytesWritten(count);
                remaining -= count;
            }
        }
    }

    private String entryName(Path path) {
        var below = source.relativize(path).toString().replace('\\', '/');
        return name + OptionalText.prefixed("/", below);
    }

    private static int modeOf(Path path, int usual) throws IOException {
        var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return usual;
        }
        return PosixFileModes.fromPermissions(view.readAttributes().permissions());
    }
}
