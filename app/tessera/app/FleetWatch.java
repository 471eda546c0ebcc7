package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.util.stream.Collectors;
import tessera.flow.Latest;
import tessera.flow.Wake;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.fleet.FleetFromPrometheus;
import tessera.metrics.scrape.Scraping;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.reading.Readings;

/**
 * Has the Prometheus of a cluster tell of the whole fleet, so that not every exporter has to be read.
 *
 * <ul>
 * <li><b>Source:</b> the Prometheus that is here, if it knows of GPUs.
 * <li><b>Pace:</b> every {@value #SECONDS} seconds, and less often where a fleet is large or it takes long to answer.
 * <li><b>Errors:</b> are told at once, so that exporters are read again; what was told before keeps its age.
 * <li><b>Threads:</b> a virtual one of its own.
 * </ul>
 */
final class FleetWatch implements AutoCloseable {

    private static final int SECONDS = 15;
    private static final Duration PACE = Duration.ofSeconds(SECONDS);
    /** Exporters are read once in any case, and commands that end before have no use for a second voice. */
    private static final Duration FIRST = Duration.ofSeconds(4);
    /** What each node adds to the pace, up to half a minute: the answer about a thousand is tens of megabytes. */
    private static final Duration EACH = Duration.ofMillis(30);
    private static final Duration SLOWEST = Duration.ofSeconds(30);
    /** How often exporters gather. */
    private static final Duration GATHERED = Duration.ofSeconds(30);
    /** How much of the time at most a Prometheus is at work for one window: this part of it. */
    private static final int PART = 8;
    private static final int MOST_DOUBLINGS = 3;
    private static final System.Logger LOG = System.getLogger(FleetWatch.class.getName());

    private final Latest<Snapshot> snapshots;
    private final Latest<Standing> standing;
    private final Scraping scraping;
    private final Clock clock;
    private final Wake wake = new Wake();
    private final Latest.Observation observation;
    private final Thread thread;
    private Readings told = Readings.nothing();
    private int failures;

    private FleetWatch(Latest<Snapshot> snapshots, Latest<Standing> standing, Scraping scraping, Clock clock) {
        this.snapshots = snapshots;
        this.standing = standing;
        this.scraping = scraping;
        this.clock = clock;
        observation = standing.observe(wake::ring);
        thread = Thread.ofVirtual().name("fleet from prometheus").unstarted(this::run);
    }

    /** @param scraping hears what is told */
    static FleetWatch start(Latest<Snapshot> snapshots, Latest<Standing> standing, Scraping scraping, Clock clock) {
        var watch = new FleetWatch(snapshots, standing, scraping, clock);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            Thread.sleep(FIRST);
            while (true) {
                long heard = wake.rings();
                long begun = System.nanoTime();
                look();
                var busy = Duration.ofNanos(System.nanoTime() - begun).multipliedBy(PART);
                // Whoever failed is asked less and less often.
                var pace = pace().multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
                wake.pause(busy.compareTo(pace) > 0 ? busy : pace, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration pace() {
        var wanted = EACH.multipliedBy(snapshots.get().nodes().size());
        return wanted.compareTo(PACE) < 0 ? PACE : wanted.compareTo(SLOWEST) < 0 ? wanted : SLOWEST;
    }

    private void look() throws InterruptedException {
        switch (standing.get()) {
            case Standing.Here(var name, _, var knowsGpus, var client) when knowsGpus -> ask(name, client);
            case Standing other -> {
                if (!told.nodes().isEmpty() && told.trouble() == null) {
                    tell(silent(Problem.of(Kind.UNREACHABLE, "No Prometheus tells of the fleet any more")
                            .withDetail(other instanceof Standing.Refused(_, var why) ? why.sentence() : "")));
                }
            }
        }
    }

    private void ask(String name, PrometheusClient client) throws InterruptedException {
        try {
            var nodes = snapshots.get().nodes().stream().map(node -> node.name()).collect(Collectors.toSet());
            var interval = GATHERED.plus(pace()).minus(PACE);
            tell(new FleetFromPrometheus(client, clock).read(name, nodes, interval).readings());
            failures = 0;
        } catch (Failure failure) {
            tell(silent(failure.problem()));
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "what Prometheus tells of the fleet could not be read", defect);
            tell(silent(Problem.of(Kind.UNEXPECTED, "What Prometheus tells of the fleet could not be read")));
        }
    }

    private Readings silent(Problem why) {
        failures++;
        return new Readings(clock.instant(), told.nodes(), why);
    }

    private void tell(Readings newest) {
        told = newest;
        scraping.hear(newest);
    }

    @Override
    public void close() {
        observation.close();
        thread.interrupt();
    }
}
