package tessera.cluster.kubeconfig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.flow.LatestValue;
import tessera.model.ProblemException;

/**
 * Watcher of the user's kubeconfig files. Files are looked at every so often; a rewrite that cannot be understood leaves
 * the last good state of that file in place and is told in {@link Kubeconfig#problems()}. Nothing is ever written.
 *
 * <p>Observers of {@link #newest()} run on this watch's own thread.
 */
public final class KubeconfigFileWatcher implements AutoCloseable {

    private volatile ProcessEnvironment environment;
    private final Map<Path, KubeconfigFile> good = new HashMap<>();
    private final LatestValue<Kubeconfig> newest;
    private final Thread thread;

    private KubeconfigFileWatcher(ProcessEnvironment environment, Duration every) throws ProblemException {
        this.environment = environment;
        // Taken before the files are read, so that no change falls between.
        var before = FileChangeStamps.of(environment.kubeconfigFiles());
        newest = new LatestValue<>(Kubeconfig.load(environment, good));
        var stamps = before.plus(FileChangeStamps.of(referencedFiles()));
        thread = Thread.ofVirtual().name("kubeconfig").start(() -> watchFiles(every, stamps));
    }

    /**
     * Reads the files now, and again whenever one changes.
     *
     * @param every how often to look; a change counts when it was seen twice
     * @throws ProblemException when nothing can be read to begin with
     */
    public static KubeconfigFileWatcher start(ProcessEnvironment environment, Duration every) throws ProblemException {
        return new KubeconfigFileWatcher(environment, every);
    }

    public LatestValue<Kubeconfig> newest() {
        return newest;
    }

    /** Adds files to those that are read. */
    public void addFiles(List<Path> files) {
        if (!files.equals(environment.addedKubeconfigs())) {
            environment = environment.withKubeconfigs(files);
            newest.set(reload());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void watchFiles(Duration every, FileChangeStamps before) {
        var stamps = before;
        boolean changing = false;
        try {
            while (true) {
                Thread.sleep(every);
                var now = FileChangeStamps.of(environment.kubeconfigFiles())
                        .plus(FileChangeStamps.of(referencedFiles()));
                if (!now.equals(stamps)) {
                    // Whoever writes may not have finished.
                    stamps = now;
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

    private synchronized Kubeconfig reload() {
        try {
            return Kubeconfig.load(environment, good);
        } catch (ProblemException problemException) {
            var last = newest.get();
            return new Kubeconfig(last.files(), last.contexts(), last.currentContext(),
                    List.of(problemException.problem()));
        }
    }

    private List<Path> referencedFiles() {
        return newest.get().contexts().stream().flatMap(context -> context.referencedFiles().stream()).toList();
    }
}
