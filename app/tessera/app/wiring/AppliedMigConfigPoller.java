package tessera.app.wiring;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigConfigWithSource;
import tessera.model.MigNodeLabels;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.MigConfigMaps;
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
            var found = needed().isEmpty() ? Map.<String, MigConfigWithSource>of() : setups(inputReader.get(), now);
            if (!fleet.get().unreportedConfigurations().equals(needed())) {
                // It became otherwise before anybody could compare it with what is needed now.
                wake.ring();
            } else if (!found.equals(setups.get())) {
                setups.set(found);
            }
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "unread configurations", defect);
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
        thread.interrupt();
    }

    /** Returns the configurations that are needed, by node; none where they may not be read: then it is guessed, and said. */
    static Map<String, MigConfigWithSource> setups(PlannerInputReader inputReader, GpuFleet fleet)
            throws InterruptedException {
        var names = fleet.unreportedConfigurations();
        var setups = new HashMap<String, MigConfigWithSource>();
        try {
            var source = inputReader.readMigSource(managerNamespace(fleet), names.keySet());
            for (var entry : names.entrySet()) {
                var node = entry.getKey();
                var name = entry.getValue();
                offerFor(source, node).flatMap(configurations -> findMigConfig(configurations, name))
                        .ifPresent(setup -> setups.put(node, setup));
            }
        } catch (ProblemException _) {
            return Map.of();
        }
        return setups;
    }

    private static Optional<MigConfigWithSource> findMigConfig(AcceptedMigConfigurations configurations, String name) {
        return Optional.ofNullable(configurations.configs().get(name))
                .map(config -> new MigConfigWithSource(config, configurations.source()));
    }

    private static Optional<AcceptedMigConfigurations> offerFor(MigConfigMaps source, String node) {
        return Optional.ofNullable(source.configsByNode().get(source.configMapName().isEmpty() ? node : ""));
    }

    /** Returns the namespace of the MIG managers; empty where none is seen, as the policy names it. */
    private static String managerNamespace(GpuFleet fleet) {
        return fleet.snapshot().pods().filter(pod -> MigNodeLabels.MANAGER_APP.equals(pod.labels().get("app")))
                .map(PodSummary::namespace).findFirst().orElse("");
    }
}
