package tessera.app;

import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tessera.cluster.ClusterSession;
import tessera.cluster.SessionOptions;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.flow.Latest;
import tessera.metrics.report.ReportReader;
import tessera.metrics.scrape.ScrapeTerms;
import tessera.metrics.scrape.Scraping;

/** A cluster that is followed: its objects, and what its exporters report. */
final class OpenCluster implements AutoCloseable {

    private final ClusterSession session;
    private final Scraping scraping;
    private final List<Latest.Observation> observations;

    /** @param changed told whenever there is something new, with this as it is then */
    private OpenCluster(ClusterSession session, Scraping scraping, Consumer<OpenCluster> changed) {
        this.session = session;
        this.scraping = scraping;
        observations = List.of(session.snapshots().observe(() -> changed.accept(this)),
                scraping.readings().observe(() -> changed.accept(this)));
    }

    /** Begins to follow a cluster and returns at once. */
    static OpenCluster open(Supplier<KubeContext> source, SessionOptions options, Clock clock,
            Consumer<OpenCluster> changed) {
        var session = ClusterSession.open(source, options);
        var scraping = Scraping.start(session.snapshots(), session.exporters(), new ReportReader(),
                ScrapeTerms.usual(clock, new Random()));
        return new OpenCluster(session, scraping, changed);
    }

    ClusterSession session() {
        return session;
    }

    Scraping scraping() {
        return scraping;
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
