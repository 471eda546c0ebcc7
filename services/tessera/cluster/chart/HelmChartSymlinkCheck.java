package tessera.cluster.chart;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tessera.filecopy.TarEntry;
import tessera.filecopy.TarReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Checks that a chart consists of its own files only. Helm follows the links in a folder, so that a chart of somebody else
 * could have any file of this machine in what it makes; and it reads what is no file until that ends.
 */
public final class HelmChartSymlinkCheck {

    /** As much as Helm itself takes of an archive. */
    private static final long LARGEST = 100L << 20;
    private static final int MOST_FILES = 20_000;

    private HelmChartSymlinkCheck() {}

    /**
     * Refuses a chart whose links lead out of it.
     *
     * @param chart a folder or an archive; what is neither is left to Helm to complain about
     */
    public static void check(Path chart) throws ProblemException {
        try {
            if (Files.isDirectory(chart)) {
                checkFolder(chart.toRealPath());
            } else if (Files.isRegularFile(chart)) {
                checkArchive(chart);
            } else if (Files.exists(chart)) {
                throw linkFailure(chart, new HelmChartReason.ChartNotFile());
            }
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, new HelmChartReason.ChartUnreadable(chart))
                            .withDetail(String.valueOf(e.getMessage())),
                    e);
        }
    }

    private static void checkFolder(Path chart) throws IOException, ProblemException {
        var visitor = new ForbiddenEntryFileVisitor(chart);
        Files.walkFileTree(chart, visitor);
        var fault = visitor.fault;
        if (fault != null) {
            throw linkFailure(chart, fault);
        }
        for (var archive : visitor.archives) {
            checkArchive(archive);
        }
    }

    /** A file visitor that stops at the first forbidden entry of a folder. */
    private static final class ForbiddenEntryFileVisitor extends SimpleFileVisitor<Path> {

        private final Path chart;
        private final ArrayDeque<Path> archives = new ArrayDeque<>();
        private @Nullable HelmChartReason fault;
        private int files;

        ForbiddenEntryFileVisitor(Path chart) {
            this.chart = chart;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            var name = chart.relativize(file);
            if (++files > MOST_FILES) {
                fault = new HelmChartReason.ChartFilesTooMany(MOST_FILES);
            } else if (attributes.isSymbolicLink()) {
                var target = file.toRealPath();
                // What leads to a folder around itself has no end.
                if (!target.startsWith(chart) || file.startsWith(target)) {
                    fault = new HelmChartReason.ChartLinkLeadsOut(name.toString());
                }
            } else if (attributes.isOther()) {
                fault = new HelmChartReason.ChartEntryNotFile(name.toString());
            } else if (name.startsWith("charts") && file.toString().toLowerCase(Locale.ROOT).endsWith(".tgz")) {
                archives.add(file);
            }
            return fault == null ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }
    }

    private static void checkArchive(Path archive) throws IOException, ProblemException {
        try (var bytes = new SizeLimitedStream(
                new GZIPInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
            var entries = new TarReader(bytes);
            for (var entry = entries.next(); entry.isPresent(); entry = entries.next()) {
                if (entry.get().type() != TarEntry.TarEntryType.FILE
                        && entry.get().type() != TarEntry.TarEntryType.FOLDER) {
                    throw linkFailure(archive,
                            entry.get().type() == TarEntry.TarEntryType.OTHER
                                    ? new HelmChartReason.ChartEntryNotFile(entry.get().name())
                                    : new HelmChartReason.ChartEntryIsLink(entry.get().name(), entry.get().target()));
                }
            }
        }
    }

    private static ProblemException linkFailure(Path chart, HelmChartReason fault) {
        return new ProblemException(OperationProblemKind.UNTRUSTED, new HelmChartReason.ChartUnsafe(chart, fault));
    }

    /** A stream with a size limit, as an archive may unpack to a thousand times its size. */
    private static final class SizeLimitedStream extends InputStream {

        private final InputStream in;
        private long remaining = LARGEST;

        SizeLimitedStream(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int count = in.read(target, from, length);
            remaining -= Math.max(0, count);
            if (remaining < 0) {
                throw new IOException(new HelmChartReason.ChartTooLarge(LARGEST >> 20).text());
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
