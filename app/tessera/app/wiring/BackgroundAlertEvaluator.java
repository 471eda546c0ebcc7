package tessera.app.wiring;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.reading.FleetReadings;

/**
 * Evaluates the alert rules from {@link #begin} on, for as long as a cluster is open, whichever screen is shown.
 *
 * <ul>
 * <li><b>Source:</b> the newest snapshot and the newest readings, whenever it is time.
 * <li><b>Pace:</b> every {@value #SECONDS} seconds; at once as long as little is known, so that nobody waits for the first.
 * <li><b>Errors:</b> a defect is logged, and the next round goes on: alerts of before stay, with the time of theirs.
 * <li><b>Threads:</b> one of its own.
 * </ul>
 */
final class BackgroundAlertEvaluator implements AutoCloseable {

    private static final int SECONDS = 5;
    private static final Duration PACE = Duration.ofSeconds(SECONDS);
    /** What comes in within so short a time is judged together. */
    private static final Duration COALESCED = Duration.ofMillis(250);
    /** Where nothing is ever measured, nothing is waited for more eagerly than usual after so many rounds. */
    private static final int EAGER = 60;
    private static final System.Logger LOG = System.getLogger(BackgroundAlertEvaluator.class.getName());

    private final LatestValue<ClusterSnapshot> snapshots;
    private final LatestValue<FleetReadings> readings;
    private final Clock clock;
    private final GpuFleet.GpuFleetReader reader;
    private final Supplier<AlertRules> rules;
    private AlertRules judgedBy;
    private AlertEngine engine;
    private final LatestValue<AlertSnapshot> alerts = new LatestValue<>(AlertSnapshot.notEvaluated());
    private final LatestValue<GpuFleet> fleets;
    private final ThreadWakeSignal wakeSignal = new ThreadWakeSignal();
    private final List<LatestValue.ObserverRegistration> observations;
    private final Thread thread;
    private boolean defective;
    private boolean closed;

    private BackgroundAlertEvaluator(LatestValue<ClusterSnapshot> snapshots, LatestValue<FleetReadings> readings,
            AcceleratorCatalog accelerators, Supplier<AlertRules> rules, Clock clock) {
        this.snapshots = snapshots;
        this.readings = readings;
        this.clock = clock;
        this.rules = rules;
        judgedBy = rules.get();
        engine = new AlertEngine(judgedBy, XidCatalog.standardCatalog());
        reader = new GpuFleet.GpuFleetReader(accelerators, new AlertBasedDeviceHealthRules(rules));
        fleets = new LatestValue<>(reader.read(ClusterSnapshot.empty(clock.instant())));
        observations = List.of(snapshots.observe(wakeSignal::ring), readings.observe(wakeSignal::ring));
        thread = Thread.ofPlatform().daemon().name("alerts").unstarted(this::run);
    }

    /** Creates one that does not begin yet, as most commands that print need no alerts. */
    static BackgroundAlertEvaluator create(LatestValue<ClusterSnapshot> snapshots, LatestValue<FleetReadings> readings,
            AcceleratorCatalog accelerators, Supplier<AlertRules> rules, Clock clock) {
        return new BackgroundAlertEvaluator(snapshots, readings, accelerators, rules, clock);
    }

    /** Begins to evaluate; does nothing where that has begun or ended. */
    synchronized void begin() {
        if (thread.getState() == Thread.State.NEW && !closed) {
            thread.start();
        }
    }

    /** What was judged last. */
    LatestValue<GpuFleet> fleets() {
        return fleets;
    }

    /** What fires; {@link AlertSnapshot#notEvaluated()} until there was something to judge. */
    LatestValue<AlertSnapshot> alerts() {
        return alerts;
    }

    @Override
    public synchronized void close() {
        closed = true;
        observations.forEach(LatestValue.ObserverRegistration::close);
        thread.interrupt();
    }

    private void run() {
        try {
            long heard = wakeSignal.ringCount();
            for (int eager = 0; !judgeOnce() && eager < EAGER; eager++) {
                wakeSignal.pause(PACE, heard);
                Thread.sleep(COALESCED);
                heard = wakeSignal.ringCount();
            }
            while (true) {
                Thread.sleep(PACE);
                judgeOnce();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the engine, which takes changed rules over first. */
    private AlertEngine currentEngine() {
        var latestRules = rules.get();
        if (!latestRules.equals(judgedBy)) {
            judgedBy = latestRules;
            engine = new AlertEngine(latestRules, XidCatalog.standardCatalog());
        }
        return engine;
    }

    /** Evaluates once and returns whether enough is known to wait for the regular interval. */
    private boolean judgeOnce() {
        try {
            var fleetReadings = readings.get();
            var fleet = reader.read(snapshots.get(), fleetReadings);
            if (fleet.nodes().isEmpty() && fleetReadings.nodes().isEmpty()) {
                return false;
            }
            fleets.set(fleet);
            alerts.set(currentEngine().evaluate(fleet, fleetReadings, clock.instant()));
            return fleetReadings.problem() != null
                    || fleetReadings.nodes().values().stream().anyMatch(node -> node.at() != null);
        } catch (RuntimeException defect) {
            if (!defective) {
                defective = true;
                LOG.log(System.Logger.Level.ERROR, "evaluation failed", defect);
            }
            return true;
        }
    }
}
