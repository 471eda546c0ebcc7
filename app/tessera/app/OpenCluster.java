package tessera.app;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.app.PrometheusWatch.PrometheusRoute;
import tessera.cluster.ClusterSession;
import tessera.cluster.ConnectionTerms;
import tessera.cluster.ObjectInspector;
import tessera.cluster.SessionOptions;
import tessera.cluster.account.AccountKubeconfig;
import tessera.cluster.exec.HttpContainers;
import tessera.cluster.http.AccessMode;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.logs.HttpLogs;
import tessera.cluster.mig.HttpPlaces;
import tessera.cluster.object.HttpObjects;
import tessera.cluster.stack.HttpStackSource;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.filecopy.CopyJobs;
import tessera.flow.LatestValue;
import tessera.forward.PortForwards;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.MigSetup;
import tessera.insight.PlaceSource;
import tessera.logs.LogSource;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.report.ReportReader;
import tessera.metrics.scrape.ExporterScraper;
import tessera.metrics.scrape.ScrapeTerms;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodSpecFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ServerVersion;
import tessera.model.UsageFacts;
import tessera.plan.PlanRunner;
import tessera.plan.context.SurveyLookups;
import tessera.scheduling.ObjectSource;
import tessera.stack.StackSource;
import tessera.ui.ClusterServices;

/** A cluster that is followed: its objects, and what its exporters report. */
final class OpenCluster implements ClusterServices, AutoCloseable {

    private final ClusterSession session;
    private final ExporterScraper scraping;
    private final AlertWatch watch;
    private final PrometheusWatch prometheus;
    private final FleetWatch fleet;
    private final ConfigurationWatch configurations;
    private final Map<String, Set<String>> looks = new ConcurrentHashMap<>();
    private final List<LatestValue.Observation> observations;
    private final PlanRunner runner;
    private final Supplier<KubeContext> context;
    private final SessionJournal sessions;
    private final PortForwards forwards;
    private final CopyJobs copies;
    private final PlaceSource places;

    /**
     * Who looks at it.
     *
     * @param accelerators what counts as one
     * @param rules        by which it is judged
     * @param history      records what is measured
     * @param prometheus   the one that the user named for it; empty to look for one
     * @param changed      told whenever there is something new, with this as it is then; it is recorded by then
     */
    record Viewer(AcceleratorCatalog accelerators, Supplier<AlertRules> rules, DeviceHistory history,
            Optional<PrometheusTerms> prometheus, Consumer<OpenCluster> changed) {}

    /** How the cluster is seen, and how it is changed. */
    private record ClusterLink(ClusterSession session, PlanRunner runner, SessionJournal notes,
            Supplier<KubeContext> context, Clock clock) {}

    private OpenCluster(ClusterLink link, ExporterScraper scraping, AlertWatch watch, PrometheusWatch prometheus,
            Viewer viewer) {
        session = link.session();
        runner = link.runner();
        context = link.context();
        sessions = link.notes();
        forwards = new PortForwards(containers(), logs(), sessions, link.clock());
        copies = new CopyJobs(containers(), sessions, link.clock());
        places = new HttpPlaces(session::connection, containers(), link.clock());
        this.scraping = scraping;
        this.watch = watch;
        this.prometheus = prometheus;
        fleet = FleetWatch.start(session.snapshots(), prometheus.standing(), scraping, link.clock());
        configurations = ConfigurationWatch.start(watch.fleets(), this::lookups);
        observations = List.of(session.snapshots().observe(() -> viewer.changed().accept(this)),
                scraping.readings().observe(() -> {
                    viewer.history().record(scraping.readings().get());
                    viewer.changed().accept(this);
                }), watch.alerts().observe(() -> viewer.changed().accept(this)),
                configurations.setups().observe(() -> viewer.changed().accept(this)),
                prometheus.standing().observe(() -> viewer.changed().accept(this)));
    }

    /** Begins to follow a cluster and returns at once. */
    static OpenCluster open(Supplier<KubeContext> source, SessionOptions options, AccessMode mode, Viewer viewer) {
        var session = ClusterSession.open(source, options, mode);
        var scraping = ExporterScraper.start(session.snapshots(), session.exporters(), new ReportReader(),
                ScrapeTerms.usual(options.terms().clock(), new Random()));
        var watch = AlertWatch.start(session.snapshots(), scraping.readings(), viewer.accelerators(),
                viewer.rules(), options.terms().clock());
        var prometheus = PrometheusWatch.start(session.snapshots(),
                viewer.prometheus().map(terms -> PrometheusRoute.to(terms, options.terms().environment()))
                        .orElseGet(() -> PrometheusRoute.in(session.surroundings())));
        var runner = runner(session, source.get(), options.terms(), viewer.accelerators());
        var notes = new SessionJournal(UserDirectories.journal(options.terms().environment()), source.get(),
                session.changes().lookups(), options.terms().clock());
        return new OpenCluster(new ClusterLink(session, runner, notes, source, options.terms().clock()), scraping,
                watch, prometheus, viewer);
    }

    private static PlanRunner runner(ClusterSession session, KubeContext context, ConnectionTerms terms,
            AcceleratorCatalog accelerators) {
        var environment = terms.environment();
        var changes = session.changes();
        return new PlanRunner(
                new PlanRunner.RunnerMeans(changes.steps(), changes.lookups(), new HttpObjects(session::connection),
                        session.snapshots()::get, accelerators),
                UserDirectories.journal(environment),
                new PlanRunner.Cluster(context.name(), context.server()), terms.clock());
    }

    ClusterSession session() {
        return session;
    }

    @Override
    public PlanRunner planner() {
        return runner;
    }

    @Override
    public SurveyLookups lookups() {
        return session.changes().lookups();
    }

    @Override
    public StackSource stack() {
        return new HttpStackSource(session::connection);
    }

    @Override
    public LogSource logs() {
        return new HttpLogs(session::connection);
    }

    @Override
    public ContainerAccess containers() {
        return new HttpContainers(session::connection, session.changes().steps());
    }

    @Override
    public SessionLog sessions() {
        return sessions;
    }

    @Override
    public PortForwards forwards() {
        return forwards;
    }

    @Override
    public CopyJobs copies() {
        return copies;
    }

    @Override
    public PlaceSource places() {
        return places;
    }

    @Override
    public ObjectSource objects() {
        return new HttpObjects(session::connection);
    }

    @Override
    public ServerVersion version() throws Failure {
        return read(ObjectInspector::version);
    }

    @Override
    public List<String> namespaces() throws Failure {
        return read(ObjectInspector::namespaces);
    }

    @Override
    public String namespace() {
        return context.get().namespace();
    }

    @Override
    public ObjectRef place(ObjectRef object) throws Failure {
        return read(inspection -> inspection.place(object));
    }

    @Override
    public OwnerChain makers(ObjectRef object) throws Failure {
        return read(inspection -> inspection.makers(object));
    }

    @Override
    public String yaml(ObjectRef object, boolean managed) throws Failure {
        return read(inspection -> inspection.yaml(object, managed));
    }

    @Override
    public List<EventFacts> events(ObjectRef object) throws Failure {
        return read(inspection -> inspection.events(object));
    }

    @Override
    public UsageFacts usage(ObjectRef object) throws Failure {
        return read(inspection -> inspection.usage(object));
    }

    /** Makes kubeconfigs for accounts of the cluster. */
    AccountKubeconfig accounts() {
        return new AccountKubeconfig(session::connection, context.get());
    }

    @Override
    public PodSpecFacts podSpec(ObjectRef pod) throws Failure {
        return read(inspection -> inspection.podSpec(pod));
    }

    /** Has exporters read of nodes that somebody looks at, for everybody who looks. */
    void lookAt(String where, Set<String> nodes) {
        looks.put(where, nodes);
        scraping.lookAt(looks.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
    }

    ExporterScraper scraping() {
        return scraping;
    }

    LatestValue<AlertsState> alerts() {
        return watch.alerts();
    }

    LatestValue<Map<String, MigSetup>> setups() {
        return configurations.setups();
    }

    LatestValue<PrometheusStatus> prometheus() {
        return prometheus.standing();
    }

    /** Reads something that only somebody who looks at it wants; waits for it. */
    private <T> T read(ReadScope<T> reading) throws Failure {
        try {
            return reading.of(session.inspection());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** What is to be read. */
    private interface ReadScope<T> {
        T of(ObjectInspector inspection) throws Failure, InterruptedException;
    }

    void retry() {
        session.retry();
        scraping.retry();
        prometheus.retry();
    }

    /** Ends what reaches into containers, and notes that. May be done again. */
    void leaveContainers() {
        forwards.close();
        copies.close();
        sessions.close();
    }

    @Override
    public void close() {
        leaveContainers();
        observations.forEach(LatestValue.Observation::close);
        fleet.close();
        configurations.close();
        prometheus.close();
        watch.close();
        scraping.close();
        session.close();
    }
}
