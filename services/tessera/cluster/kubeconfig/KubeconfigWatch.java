package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.flow.Latest;
import tessera.model.Failure;

/**
 * The user's kubeconfig as it is now. Files are looked at every so often; a rewrite that cannot be understood leaves
 * the last good state of that file in place and is told in {@link Kubeconfig#problems()}. Nothing is ever written.
 *
 * <p>Observers of {@link #newest()} run on this watch's own thread.
 */
public final class KubeconfigWatch implements AutoCloseable {

    private final Environment environment;
    private final Map<Path, KubeconfigFile> good = new HashMap<>();
    private final Latest<Kubeconfig> newest;
    private final Thread thread;

    private record Stamp(FileTime modified, long size) {
        static final Stamp MISSING = new Stamp(FileTime.fromMillis(0), -1);
    }

    private KubeconfigWatch(Environment environment, Duration every) throws Failure {
        this.environment = environment;
        // Taken before the files are read, so that no change falls between.
        var seen = stamps(environment.kubeconfigFiles());
        newest = new Latest<>(Kubeconfig.load(environment, good));
        seen.putAll(stamps(referencedFiles()));
        thread = Thread.ofVirtual().name("kubeconfig").start(() -> watch(every, seen));
    }

    /**
     * Reads the files now and from then on whenever one changes.
     *
     * @param every how often to look; a change counts when it was seen twice
     * @throws Failure when nothing can be read to begin with
     */
    public static KubeconfigWatch start(Environment environment, Duration every) throws Failure {
        return new KubeconfigWatch(environment, every);
    }

    public Latest<Kubeconfig> newest() {
        return newest;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void watch(Duration every, Map<Path, Stamp> before) {
        var seen = before;
        boolean changing = false;
        try {
            while (true) {
                Thread.sleep(every);
                var now = stamps(environment.kubeconfigFiles());
                now.putAll(stamps(referencedFiles()));
                if (!now.equals(seen)) {
                    // Whoever writes may not have finished.
                    seen = now;
                    changing = true;
                } else if (changing) {
                    changing = false;
                    newest.set(reload());
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private Kubeconfig reload() {
        try {
            return Kubeconfig.load(environment, good);
        } catch (Failure failure) {
            var last = newest.get();
            return new Kubeconfig(last.files(), last.contexts(), last.current(), List.of(failure.problem()));
        }
    }

    private List<Path> referencedFiles() {
        return newest.get().contexts().stream().flatMap(context -> context.referencedFiles().stream()).toList();
    }

    private static Map<Path, Stamp> stamps(List<Path> files) {
        var stamps = new HashMap<Path, Stamp>();
        files.forEach(file -> stamps.put(file, stamp(file)));
        return stamps;
    }

    private static Stamp stamp(Path file) {
        try {
            return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException _) {
            return Stamp.MISSING;
        }
    }
}
