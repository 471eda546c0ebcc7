package tessera.app;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tessera.cluster.ClusterSession;
import tessera.cluster.Inspection;
import tessera.cluster.SessionOptions;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.wire.AccessMode;
import tessera.flow.Latest;
import tessera.metrics.history.History;
import tessera.metrics.report.ReportReader;
import tessera.metrics.scrape.ScrapeTerms;
import tessera.metrics.scrape.Scraping;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** A cluster that is followed: its objects, and what its exporters report. */
final class OpenCluster implements AutoCloseable {

    private final ClusterSession session;
    private final Scraping scraping;
    private final List<Latest.Observation> observations;

    /**
     * A cluster that is followed from now on.
     *
     * @param history records what is measured
     * @param changed told whenever there is something new, with this as it is then; it is recorded by then
     */
    private OpenCluster(ClusterSession session, Scraping scraping, History history, Consumer<OpenCluster> changed) {
        this.session = session;
        this.scraping = scraping;
        observations = List.of(session.snapshots().observe(() -> changed.accept(this)),
                scraping.readings().observe(() -> {
                    history.record(scraping.readings().get());
                    changed.accept(this);
                }));
    }

    /** Begins to follow a cluster and returns at once. */
    static OpenCluster open(Supplier<KubeContext> source, SessionOptions options, AccessMode mode, History history,
            Consumer<OpenCluster> changed) {
        var session = ClusterSession.open(source, options, mode);
        var scraping = Scraping.start(session.snapshots(), session.exporters(), new ReportReader(),
                ScrapeTerms.usual(options.terms().clock(), new Random()));
        return new OpenCluster(session, scraping, history, changed);
    }

    ClusterSession session() {
        return session;
    }

    Scraping scraping() {
        return scraping;
    }

    /** Reads something that only somebody who looks at it wants; waits for it. */
    <T> T read(Reading<T> reading) throws Failure {
        try {
            return reading.of(session.inspection());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** What is to be read. */
    interface Reading<T> {
        T of(Inspection inspection) throws Failure, InterruptedException;
    }

    void retry() {
        session.retry();
        scraping.retry();
    }

    @Override
    public void close() {
        observations.forEach(Latest.Observation::close);
        scraping.close();
        session.close();
    }
}
