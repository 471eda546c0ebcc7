package tessera.cluster.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.file.OwnerOnlyFiles;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The downloaded chart archives, as files named by the digest of their content. They may be removed at any
 * time.
 */
final class HelmChartArchiveCache {

    /** No chart comes near it. */
    static final int LARGEST = 128 << 20;
    private static final Pattern DIGEST = Pattern.compile("(?:sha256:)?([0-9a-f]{64})");
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    private static final int BUFFER = 1 << 16;
    private static final String PREFIX = "chart-";

    private final Path folder;

    HelmChartArchiveCache(Path folder) {
        this.folder = folder;
    }

    /** Returns the files in this system's cache folder. */
    static HelmChartArchiveCache forEnvironment(ProcessEnvironment environment) {
        return new HelmChartArchiveCache(cacheFolder(environment.variables(), environment.home()).resolve("charts"));
    }

    private static Path cacheFolder(Map<String, String> variables, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return folderOrDefault(variables, "LOCALAPPDATA", home.resolve("AppData/Local")).resolve("Tessera/cache");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Caches/Tessera");
        }
        return folderOrDefault(variables, "XDG_CACHE_HOME", home.resolve(".cache")).resolve("tessera");
    }

    private static Path folderOrDefault(Map<String, String> variables, String name, Path otherwise) {
        var value = variables.getOrDefault(name, "");
        return value.isBlank() ? otherwise : Path.of(value);
    }

    /** Returns the digest in hexadecimal; empty where none is given. */
    static String normalizeDigest(String said) throws ProblemException {
        if (said.isBlank()) {
            return "";
        }
        var found = DIGEST.matcher(said.strip().toLowerCase(Locale.ROOT));
        if (!found.matches()) {
            throw new ProblemException(OperationProblemKind.GARBLED, new HelmChartReason.ChartDigestInvalid(said));
        }
        return found.group(1);
    }

    /** Returns the archive with that digest, if it is here and undamaged. */
    Optional<Path> find(String digest) throws ProblemException {
        var file = folder.resolve(PREFIX + digest + ".tgz");
        if (digest.isEmpty() || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (var bytes = Files.newInputStream(file)) {
            if (digest.equals(digestOf(bytes))) {
                return Optional.of(file);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    private static String digestOf(InputStream bytes) throws IOException {
        var counted = new DigestInputStream(bytes, sha256());
        counted.transferTo(OutputStream.nullOutputStream());
        return hexDigest(counted);
    }

    private static String hexDigest(DigestInputStream counted) {
        return HexFormat.of().formatHex(counted.getMessageDigest().digest());
    }

    static String hexDigest(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Stores an archive.
     *
     * @param digest what it must have; empty where nobody has said it
     * @param text  what it is
     */
    Path store(InputStream bytes, String digest, String text) throws ProblemException, IOException {
        var arriving = createPart();
        try {
            var counted = new DigestInputStream(bytes, sha256());
            var first = copyLimited(counted, arriving, text);
            var found = hexDigest(counted);
            checkDigest(digest, found, text);
            checkGzip(first, text);
            return moveInPlace(arriving, folder.resolve(PREFIX + found + ".tgz"));
        } finally {
            deletePart(arriving);
        }
    }

    private Path createPart() throws ProblemException {
        try {
            OwnerOnlyFiles.createFolder(folder);
            return OwnerOnlyFiles.createPartFile(folder.resolve("arriving"));
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    private Path moveInPlace(Path arriving, Path file) throws ProblemException {
        try {
            return Files.move(arriving, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    /** Copies the bytes and returns the first two. What goes wrong with the connection is another thing than what goes wrong with the disk. */
    private byte[] copyLimited(InputStream bytes, Path file, String text) throws ProblemException, IOException {
        var first = bytes.readNBytes(2);
        long size = first.length;
        var buffer = new byte[BUFFER];
        try (var out = Channels.newOutputStream(OwnerOnlyFiles.open(file))) {
            writeBytes(out, first, first.length);
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                size += read;
                failIfTooLarge(size, text);
                writeBytes(out, buffer, read);
            }
        }
        return first;
    }

    private void writeBytes(OutputStream out, byte[] bytes, int length) throws ProblemException {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    private static void failIfTooLarge(long size, String text) throws ProblemException {
        if (size > LARGEST) {
            throw new ProblemException(OperationProblemKind.GARBLED,
                    new HelmChartReason.ChartDownloadTooLarge(new HelmChartReason.ChartArchive(text), LARGEST >> 20));
        }
    }

    private static void checkDigest(String digest, String found, String text) throws ProblemException {
        if (!digest.isEmpty() && !digest.equals(found)) {
            throw new ProblemException(OperationProblemKind.UNTRUSTED,
                    new HelmChartReason.ChartDigestMismatch(text, found, digest));
        }
    }

    private static void checkGzip(byte[] first, String text) throws ProblemException {
        if (first.length < 2 || (first[0] & 0xff) != GZIP_FIRST || (first[1] & 0xff) != GZIP_SECOND) {
            throw new ProblemException(OperationProblemKind.GARBLED, new HelmChartReason.ChartArchiveInvalid(text));
        }
    }

    private static void deletePart(Path arriving) {
        try {
            Files.deleteIfExists(arriving);
        } catch (IOException e) {
            System.getLogger(HelmChartArchiveCache.class.getName()).log(System.Logger.Level.DEBUG, "part remains", e);
        }
    }

    private ProblemException storageFailure(IOException cause) {
        return new ProblemException(
                Problem.of(OperationProblemKind.CONFIGURATION, new HelmChartReason.ChartFolderUnwritable(folder))
                        .withDetail(String.valueOf(cause.getMessage())),
                cause);
    }
}
