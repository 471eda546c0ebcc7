package tessera.demo.control.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The files written in a container since it started, on top of its image. Any thread. */
final class SimulatedContainerFileLayer {

    /** As much as a container may write here. */
    private static final long ROOM = 64L << 20;

    private final SortedMap<String, byte[]> files = new TreeMap<>();
    private final Set<String> folders = new TreeSet<>();
    private long used;

    synchronized byte @Nullable [] read(String path) {
        return files.get(path);
    }

    synchronized boolean isFolder(String path) {
        return folders.contains(path);
    }

    /**
     * Writes a complete file.
     *
     * @throws IOException if there is no room left
     */
    synchronized void write(String path, byte[] content) throws IOException {
        var before = files.get(path);
        long after = used + content.length - (before == null ? 0 : before.length);
        if (after > ROOM) {
            throw new IOException("No space left on device");
        }
        used = after;
        files.put(path, content);
    }

    synchronized void makeFolder(String path) {
        folders.add(path);
    }

    synchronized List<String> paths() {
        var paths = new ArrayList<>(files.keySet());
        paths.addAll(folders);
        return paths;
    }
}
