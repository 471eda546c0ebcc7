package tessera.app;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import tessera.flow.LatestValue;
import tessera.flow.WakeSignal;
import tessera.insight.GpuFleet;
import tessera.insight.MigSetup;
import tessera.plan.context.SurveyLookups;

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
final class ConfigurationWatch implements AutoCloseable {

    private static final int MINUTES = 5;
    private static final Duration PACE = Duration.ofMinutes(MINUTES);

    private final LatestValue<GpuFleet> fleet;
    private final Supplier<SurveyLookups> lookups;
    private final LatestValue<Map<String, MigSetup>> setups = new LatestValue<>(Map.of());
    private final WakeSignal wake = new WakeSignal();
    private final LatestValue.Observation observation;
    private final Thread thread;
    private Map<String, String> needed = Map.of();

    private ConfigurationWatch(LatestValue<GpuFleet> fleet, Supplier<SurveyLookups> lookups) {
        this.fleet = fleet;
        this.lookups = lookups;
        observation = fleet.observe(() -> {
            if (!fleet.get().unreportedConfigurations().equals(needed())) {
                wake.ring();
            }
        });
        thread = Thread.ofVirtual().name("mig configurations").unstarted(this::run);
    }

    static ConfigurationWatch start(LatestValue<GpuFleet> fleet, Supplier<SurveyLookups> lookups) {
        var watch = new ConfigurationWatch(fleet, lookups);
        watch.thread.start();
        return watch;
    }

    /** Returns the configurations by node. */
    LatestValue<Map<String, MigSetup>> setups() {
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
                var now = fleet.get();
                need(now.unreportedConfigurations());
                var found = needed().isEmpty() ? Map.<String, MigSetup>of()
                        : ConfiguredFleet.setups(lookups.get(), now);
                if (!found.equals(setups.get())) {
                    setups.set(found);
                }
                wake.pause(PACE, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        observation.close();
        thread.interrupt();
    }
}
