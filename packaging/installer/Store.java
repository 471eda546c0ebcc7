import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javafx.css.Stylesheet;

/**
 * Writes jars anew so that the JVM has less to do with them when it starts: {@code java Store.java FOLDER}, with JavaFX on the class
 * path. Nothing in them is compressed, since a package as a whole is compressed better. Classes in the format of Java 5, which no cache
 * of classes takes, get that of Java 8: picocli's. Beside each of our style sheets is what JavaFX makes of it.
 */
final class Store {

    private static final int OLDEST = ClassFile.JAVA_6_VERSION;
    private static final String SHEETS = "tessera/styles/";

    private final Path jar;
    private final ZipOutputStream to;
    private final ClassFile classes;

    private Store(Path jar, ZipOutputStream to, ClassLoader around) {
        this.jar = jar;
        this.to = to;
        classes = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(around)
                        .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    public static void main(String[] arguments) throws IOException {
        try (var files = Files.list(Path.of(arguments[0]))) {
            for (var jar : files.filter(path -> path.toString().endsWith(".jar")).toList()) {
                var fresh = jar.resolveSibling(jar.getFileName() + ".stored");
                try (var around = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                        var to = new ZipOutputStream(Files.newOutputStream(fresh))) {
                    new Store(jar, to, around).write();
                }
                Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(jar));
                Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** In the order in which they stood: a manifest comes first. */
    private void write() throws IOException {
        try (var from = new ZipFile(jar.toFile())) {
            to.setMethod(ZipOutputStream.STORED);
            for (var entry : from.stream().toList()) {
                var bytes = from.getInputStream(entry).readAllBytes();
                var name = entry.getName();
                write(name, entry.getTime(), name.endsWith(".class") ? young(bytes) : bytes);
                var binary = name.replaceFirst("\\.css$", ".bss");
                if (name.startsWith(SHEETS) && !binary.equals(name) && from.getEntry(binary) == null) {
                    write(binary, entry.getTime(), binary(bytes));
                }
            }
        }
    }

    private byte[] young(byte[] bytes) {
        int version = (bytes[6] & 0xFF) << 8 | bytes[7] & 0xFF;
        if (version >= OLDEST) {
            return bytes;
        }
        // Bodies are written anew, as it is then that they are told what newer classes must say of their stack.
        var bodies = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return classes.transformClass(classes.parse(bytes), bodies.andThen((builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        }));
    }

    private static byte[] binary(byte[] sheet) throws IOException {
        var folder = Files.createTempDirectory("sheet");
        try {
            var source = Files.write(folder.resolve("sheet.css"), sheet);
            var made = folder.resolve("sheet.bss");
            Stylesheet.convertToBinary(source.toFile(), made.toFile());
            return Files.readAllBytes(made);
        } finally {
            try (var left = Files.list(folder)) {
                left.forEach(file -> file.toFile().delete());
            }
            Files.delete(folder);
        }
    }

    private void write(String name, long time, byte[] bytes) throws IOException {
        var sum = new CRC32();
        sum.update(bytes);
        var stored = new ZipEntry(name);
        stored.setTime(time);
        stored.setSize(bytes.length);
        stored.setCompressedSize(bytes.length);
        stored.setCrc(sum.getValue());
        to.putNextEntry(stored);
        to.write(bytes);
        to.closeEntry();
    }
}
