package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The sizes and times of files at one moment; equal as long as none was rewritten. */
public record FileChangeStamps(Map<Path, FileStamp> stamps) {

    /** The time a file was last changed, and its size; −1 when it does not exist. */
    public record FileStamp(FileTime modified, long size) {
        static final FileStamp MISSING = new FileStamp(FileTime.fromMillis(0), -1);
    }

    public FileChangeStamps {
        stamps = Map.copyOf(stamps);
    }

    public static FileChangeStamps of(Collection<Path> files) {
        var stamps = new HashMap<Path, FileStamp>();
        files.forEach(file -> stamps.put(file, readStamp(file)));
        return new FileChangeStamps(stamps);
    }

    /** Returns these stamps together with those of further files. */
    FileChangeStamps plus(FileChangeStamps more) {
        var all = new HashMap<>(stamps);
        all.putAll(more.stamps);
        return new FileChangeStamps(all);
    }

    private static FileStamp readStamp(Path file) {
        try {
            return new FileStamp(Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException _) {
            return FileStamp.MISSING;
        }
    }
}
