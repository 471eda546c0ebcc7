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
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.logs.HttpLogs;
import tessera.cluster.mig.MigPlacementReader;
import tessera.cluster.object.HttpObjects;
import tessera.cluster.stack.HttpStackSource;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.filecopy.CopyJobs;
import tessera.flow.LatestValue;
import tessera.forward.PortForwards;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.MigSetup;
import tessera.insight.PlacementSource;
import tessera.logs.LogSource;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.report.ReportReader;
import tessera.metrics.scrape.ExporterScraper;
import tessera.metrics.scrape.ScrapeSettings;
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

/** An open cluster: its session, its exporters' readings, alerts and changes. */
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
    private final PlacementSource places;

    /**
     * The terms of following a cluster: catalogue, rules, history, Prometheus.
     *
     * @param accelerators what counts as one
     * @param rules        by which it is judged
     * @param history      records what is measured
     * @param prometheus   the one that the user named for it; empty to look for one
     * @param onChange      told whenever there is something new, with this as it is then; it is recorded by then
     */
    record ClusterViewTerms(AcceleratorCatalog accelerators, Supplier<AlertRules> rules, DeviceHistory history,
            Optional<PrometheusTerms> prometheus, Consumer<OpenCluster> onChange) {}

    /** The session with a cluster and the means to change it. */
    private record ClusterLink(ClusterSession session, PlanRunner runner, SessionJournal journal,
            Supplier<KubeContext> context, Clock clock) {}

    private OpenCluster(ClusterLink link, ExporterScraper scraping, AlertWatch watch, PrometheusWatch prometheus,
            ClusterViewTerms viewer) {
        session = link.session();
        runner = link.runner();
        context = link.context();
        sessions = link.journal();
        forwards = new PortForwards(containerAccess(), logSource(), sessions, link.clock());
        copies = new CopyJobs(containerAccess(), sessions, link.clock());
        places = new MigPlacementReader(session::connection, containerAccess(), link.clock());
        this.scraping = scraping;
        this.watch = watch;
        this.prometheus = prometheus;
        fleet = FleetWatch.start(session.snapshots(), prometheus.status(), scraping, link.clock());
        configurations = ConfigurationWatch.start(watch.fleets(), this::planLookups);
        observations = List.of(session.snapshots().observe(() -> viewer.onChange().accept(this)),
                scraping.readings().observe(() -> {
                    viewer.history().record(scraping.readings().get());
                    viewer.onChange().accept(this);
                }), watch.alerts().observe(() -> viewer.onChange().accept(this)),
                configurations.setups().observe(() -> viewer.onChange().accept(this)),
                prometheus.status().observe(() -> viewer.onChange().accept(this)));
    }

    /** Begins to follow a cluster and returns at once. */
    static OpenCluster open(Supplier<KubeContext> source, SessionOptions options, SessionAccessMode mode,
            ClusterViewTerms viewer) {
        var session = ClusterSession.open(source, options, mode);
        var scraping = ExporterScraper.start(session.snapshots(), session.exporterClient(), new ReportReader(),
                ScrapeSettings.defaults(options.terms().clock(), new Random()));
        var watch = AlertWatch.start(session.snapshots(), scraping.readings(), viewer.accelerators(),
                viewer.rules(), options.terms().clock());
        var prometheus = PrometheusWatch.start(session.snapshots(),
                viewer.prometheus().map(terms -> PrometheusRoute.toServer(terms, options.terms().environment()))
                        .orElseGet(() -> PrometheusRoute.inCluster(session.discoveryInput())));
        var runner = createRunner(session, source.get(), options.terms(), viewer.accelerators());
        var notes = new SessionJournal(UserDirectories.changeJournal(options.terms().environment()), source.get(),
                session.changes().lookups(), options.terms().clock());
        return new OpenCluster(new ClusterLink(session, runner, notes, source, options.terms().clock()), scraping,
                watch, prometheus, viewer);
    }

    private static PlanRunner createRunner(ClusterSession session, KubeContext context, ConnectionTerms terms,
            AcceleratorCatalog accelerators) {
        var environment = terms.environment();
        var changes = session.changes();
        return new PlanRunner(
                new PlanRunner.RunnerServices(changes.steps(), changes.lookups(), new HttpObjects(session::connection),
                        session.snapshots()::get, accelerators),
                UserDirectories.changeJournal(environment),
                new PlanRunner.RunnerCluster(context.name(), context.serverAddress()), terms.clock());
    }

    ClusterSession session() {
        return session;
    }

    @Override
    public PlanRunner planRunner() {
        return runner;
    }

    @Override
    public SurveyLookups planLookups() {
        return session.changes().lookups();
    }

    @Override
    public StackSource stackSource() {
        return new HttpStackSource(session::connection);
    }

    @Override
    public LogSource logSource() {
        return new HttpLogs(session::connection);
    }

    @Override
    public ContainerAccess containerAccess() {
        return new HttpContainers(session::connection, session.changes().steps());
    }

    @Override
    public SessionLog sessionLog() {
        return sessions;
    }

    @Override
    public PortForwards portForwards() {
        return forwards;
    }

    @Override
    public CopyJobs copyJobs() {
        return copies;
    }

    @Override
    public PlacementSource placementSource() {
        return places;
    }

    @Override
    public ObjectSource objectSource() {
        return new HttpObjects(session::connection);
    }

    @Override
    public ServerVersion version() throws Failure {
        return readNow(ObjectInspector::readVersion);
    }

    @Override
    public List<String> namespaces() throws Failure {
        return readNow(ObjectInspector::readNamespaces);
    }

    @Override
    public String defaultNamespace() {
        return context.get().namespace();
    }

    @Override
    public ObjectRef resolveRef(ObjectRef object) throws Failure {
        return readNow(inspection -> inspection.locate(object));
    }

    @Override
    public OwnerChain ownerChainOf(ObjectRef object) throws Failure {
        return readNow(inspection -> inspection.ownersOf(object));
    }

    @Override
    public String yamlOf(ObjectRef object, boolean managed) throws Failure {
        return readNow(inspection -> inspection.readYaml(object, managed));
    }

    @Override
    public List<EventFacts> eventsOf(ObjectRef object) throws Failure {
        return readNow(inspection -> inspection.readEvents(object));
    }

    @Override
    public UsageFacts usageOf(ObjectRef object) throws Failure {
        return readNow(inspection -> inspection.readUsage(object));
    }

    /** Returns the maker of kubeconfigs for ServiceAccounts of the cluster. */
    AccountKubeconfig accountKubeconfigs() {
        return new AccountKubeconfig(session::connection, context.get());
    }

    @Override
    public PodSpecFacts podSpecOf(ObjectRef pod) throws Failure {
        return readNow(inspection -> inspection.readPodSpec(pod));
    }

    /** Scrapes the exporters of the nodes shown in one place, in addition to those of other places. */
    void lookAt(String where, Set<String> nodes) {
        looks.put(where, nodes);
        scraping.watchNodes(looks.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
    }

    ExporterScraper scraper() {
        return scraping;
    }

    LatestValue<AlertsState> alerts() {
        return watch.alerts();
    }

    LatestValue<Map<String, MigSetup>> setups() {
        return configurations.setups();
    }

    LatestValue<PrometheusStatus> prometheus() {
        return prometheus.status();
    }

    /** Runs an interactive read and waits for it. */
    private <T> T readNow(ReadScope<T> reading) throws Failure {
        try {
            return reading.read(session.inspector());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** An interactive read. */
    private interface ReadScope<T> {
        T read(ObjectInspector inspection) throws Failure, InterruptedException;
    }

    void retry() {
        session.retry();
        scraping.retry();
        prometheus.retry();
    }

    /** Ends port forwards, copies and sessions in containers, and records that. May be done again. */
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
