package tessera.app.wiring;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigConfigWithSource;
import tessera.plan.context.PlannerInputReader;

/**
 * The configurations that MIG managers applied, for nodes of which nobody else tells how each MIG GPU is cut.
 *
 * <ul>
 * <li><b>Source:</b> ConfigMaps, read where a node needs one.
 * <li><b>Pace:</b> whenever other nodes need one or have applied another, else every {@value #MINUTES} minutes.
 * <li><b>Errors:</b> where they cannot be read there are none.
 * <li><b>Threads:</b> a virtual one of its own.
 * </ul>
 */
final class AppliedMigConfigPoller implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(AppliedMigConfigPoller.class.getName());
    private static final int MINUTES = 5;
    private static final Duration PACE = Duration.ofMinutes(MINUTES);

    private final LatestValue<GpuFleet> fleet;
    private final Supplier<PlannerInputReader> inputReader;
    private final LatestValue<Map<String, MigConfigWithSource>> setups = new LatestValue<>(Map.of());
    private final ThreadWakeSignal wake = new ThreadWakeSignal();
    private final LatestValue.ObserverRegistration observerRegistration;
    private final Thread thread;
    private Map<String, String> needed = Map.of();

    private AppliedMigConfigPoller(LatestValue<GpuFleet> fleet, Supplier<PlannerInputReader> inputReader) {
        this.fleet = fleet;
        this.inputReader = inputReader;
        observerRegistration = fleet.observe(() -> {
            if (!fleet.get().unreportedConfigurations().equals(needed())) {
                wake.ring();
            }
        });
        thread = Thread.ofVirtual().name("mig configurations").unstarted(this::run);
    }

    static AppliedMigConfigPoller start(LatestValue<GpuFleet> fleet, Supplier<PlannerInputReader> lookups) {
        var watch = new AppliedMigConfigPoller(fleet, lookups);
        watch.thread.start();
        return watch;
    }

    /** Returns the configurations by node. */
    LatestValue<Map<String, MigConfigWithSource>> setups() {
        return setups;
    }

    private synchronized Map<String, String> needed() {
        return needed;
    }

    private synchronized void need(Map<String, String> names) {
        needed = names;
    }

    private void run() {
        try {
            while (true) {
                long heard = wake.ringCount();
                readSetups();
                wake.pause(PACE, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads what is needed now; a defect must not end the watch, as its last word would stay for ever. */
    private void readSetups() throws InterruptedException {
        try {
            var now = fleet.get();
            need(now.unreportedConfigurations());
            var found = needed().isEmpty() ? Map.<String, MigConfigWithSource>of()
                    : UnreportedMigLayoutCompleter.setups(inputReader.get(), now);
            if (!fleet.get().unreportedConfigurations().equals(needed())) {
                // It became otherwise before anybody could compare it with what is needed now.
                wake.ring();
            } else if (!found.equals(setups.get())) {
                setups.set(found);
            }
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "configurations of MIG managers could not be read", defect);
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
        thread.interrupt();
    }
}
