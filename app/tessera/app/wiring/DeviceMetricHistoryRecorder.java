package tessera.app.wiring;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tessera.app.platform.UserDirectories;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.MetricHistoryDiskStore;
import tessera.metrics.history.MetricHistoryStorageSettings;
import tessera.model.Problem;
import tessera.ui.OpenableClusterList;

/**
 * The device history of the open cluster, and the files that persist it. Files are only used when
 * somebody said so, and never for the simulated cluster, which begins anew with every program.
 *
 * <p>Safe for use by several threads. The disk is only waited for when all is closed.
 */
public final class DeviceMetricHistoryRecorder implements AutoCloseable {

    private final Path folder;
    private final Clock clock;
    private final Runnable complained;
    /** One at a time, so that a cluster that is left and opened again finds its files free. */
    private final ExecutorService disk = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("history files").factory());
    private final List<Problem> problems = new ArrayList<>();
    private boolean storageEnabled;
    private IntSupplier maxMegabytes = () -> 0;
    private volatile FleetDeviceMetricHistory current = new FleetDeviceMetricHistory();
    /** On the disk's thread only. */
    private @Nullable MetricHistoryDiskStore store;

    /** @param complained told when there is another problem, on any thread */
    DeviceMetricHistoryRecorder(ProcessEnvironment environment, Clock clock, Runnable complained) {
        this.folder = UserDirectories.historiesFolder(environment.variables(), environment.home());
        this.clock = clock;
        this.complained = complained;
    }

    /**
     * Stores the histories of clusters that are opened from now on.
     *
     * @param megabytes that all of them may take
     */
    public synchronized void enableStorage(IntSupplier megabytes) {
        storageEnabled = true;
        maxMegabytes = megabytes;
    }

    /** Returns the history of the open cluster; an empty one when none is. */
    FleetDeviceMetricHistory currentHistory() {
        return current;
    }

    /** Begins the history of a cluster; returns at once, and stored readings follow soon. */
    synchronized FleetDeviceMetricHistory beginHistory(Optional<OpenableClusterList.ListedKubeconfigContext> cluster) {
        var deviceHistory = new FleetDeviceMetricHistory();
        current = deviceHistory;
        if (storageEnabled && cluster.isPresent()
                && cluster.get().mark() != OpenableClusterList.ClusterPurposeMark.DEMO) {
            var identity = cluster.get().name() + "\n" + cluster.get().server();
            disk.execute(() -> openStore(deviceHistory, identity));
        }
        return deviceHistory;
    }

    /** Ends the history of the cluster that was open; returns at once. */
    synchronized void leaveCluster() {
        current = new FleetDeviceMetricHistory();
        disk.execute(this::closeStore);
    }

    private void openStore(FleetDeviceMetricHistory deviceHistory, String identity) {
        closeStore();
        int megabytes;
        synchronized (this) {
            megabytes = maxMegabytes.getAsInt();
        }
        store = MetricHistoryDiskStore.open(deviceHistory, folder, identity,
                MetricHistoryStorageSettings.defaults(clock, this::addProblem).withMaxBytes((long) megabytes << 20));
    }

    private void closeStore() {
        if (store != null) {
            store.close();
            store = null;
        }
    }

    private void addProblem(Problem problem) {
        synchronized (problems) {
            if (problems.stream().anyMatch(told -> told.headline().equals(problem.headline()))) {
                return;
            }
            problems.add(problem);
        }
        complained.run();
    }

    /** Returns the problems with the files, each kind once. */
    List<Problem> storageProblems() {
        synchronized (problems) {
            return List.copyOf(problems);
        }
    }

    /** Waits until the disk has everything. */
    @Override
    public void close() {
        leaveCluster();
        disk.close();
    }
}
