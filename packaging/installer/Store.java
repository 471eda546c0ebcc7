import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes jars anew without compressing what is in them: {@code java Store.java FOLDER}. A package as a whole is compressed
 * better than each jar in it, and the JVM has less to unpack.
 */
final class Store {

    public static void main(String[] arguments) throws IOException {
        try (var files = Files.list(Path.of(arguments[0]))) {
            for (var jar : files.filter(path -> path.toString().endsWith(".jar")).toList()) {
                var fresh = jar.resolveSibling(jar.getFileName() + ".stored");
                store(jar, fresh);
                Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(jar));
                Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** In the order in which they stood: a manifest comes first. */
    private static void store(Path jar, Path fresh) throws IOException {
        try (var from = new ZipFile(jar.toFile()); var to = new ZipOutputStream(Files.newOutputStream(fresh))) {
            to.setMethod(ZipOutputStream.STORED);
            for (var entry : from.stream().toList()) {
                var bytes = from.getInputStream(entry).readAllBytes();
                var sum = new CRC32();
                sum.update(bytes);
                var stored = new ZipEntry(entry.getName());
                stored.setTime(entry.getTime());
                stored.setSize(bytes.length);
                stored.setCompressedSize(bytes.length);
                stored.setCrc(sum.getValue());
                to.putNextEntry(stored);
                to.write(bytes);
                to.closeEntry();
            }
        }
    }
}
