package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What files look like from outside at one moment: equal as long as none was rewritten. */
public record FileStamps(Map<Path, Stamp> stamps) {

    /** When a file was changed last, and its size; −1 when it is not there. */
    public record Stamp(FileTime modified, long size) {
        static final Stamp MISSING = new Stamp(FileTime.fromMillis(0), -1);
    }

    public FileStamps {
        stamps = Map.copyOf(stamps);
    }

    public static FileStamps of(Collection<Path> files) {
        var stamps = new HashMap<Path, Stamp>();
        files.forEach(file -> stamps.put(file, stamp(file)));
        return new FileStamps(stamps);
    }

    /** Together with those of further files. */
    FileStamps plus(FileStamps more) {
        var all = new HashMap<>(stamps);
        all.putAll(more.stamps);
        return new FileStamps(all);
    }

    private static Stamp stamp(Path file) {
        try {
            return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException _) {
            return Stamp.MISSING;
        }
    }
}
