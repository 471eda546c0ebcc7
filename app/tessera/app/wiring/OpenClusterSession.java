package tessera.app.wiring;

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
import tessera.alerts.AlertSnapshot;
import tessera.app.platform.UserDirectories;
import tessera.app.wiring.PrometheusDiscoveryLoop.ClosablePrometheusLocator;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.ConnectionSharedDependencies;
import tessera.cluster.InspectedObjectReader;
import tessera.cluster.account.ServiceAccountKubeconfigFactory;
import tessera.cluster.exec.HttpContainerExecForwardClient;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.logs.HttpContainerLogReader;
import tessera.cluster.mig.MigPlacementReader;
import tessera.cluster.object.HttpObjectReader;
import tessera.cluster.stack.HttpGpuStackReader;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.filecopy.ContainerFileCopyRegistry;
import tessera.flow.LatestValue;
import tessera.forward.PortForwardRegistry;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.MigConfigWithSource;
import tessera.gpu.MigPlacementSource;
import tessera.logs.PodLogSource;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.report.ExporterDeviceReadingsParser;
import tessera.metrics.scrape.ExporterScrapeSettings;
import tessera.metrics.scrape.ExporterScraper;
import tessera.model.EventSummary;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodDetails;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.plan.PlanRunner;
import tessera.plan.context.PlannerInputReader;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackClusterReader;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterAccess;

/** An open cluster: its session, its exporters' readings, alerts and changes. */
public final class OpenClusterSession implements OpenClusterAccess, AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OpenClusterSession.class);

    private final ClusterSession session;
    private final ExporterScraper scraping;
    private final BackgroundAlertEvaluator watch;
    private final PrometheusDiscoveryLoop prometheus;
    private final FleetPrometheusPoller fleet;
    private final AppliedMigConfigPoller configurations;
    private final Map<String, Set<String>> watchedNodesByView = new ConcurrentHashMap<>();
    private final List<LatestValue.ObserverRegistration> observations;
    private final PlanRunner runner;
    private final Supplier<KubeconfigContextEntry> context;
    private final ContainerSessionJournalRecorder sessions;
    private final PortForwardRegistry forwards;
    private final ContainerFileCopyRegistry copies;
    private final MigPlacementSource placementSource;

    /**
     * The settings of following a cluster: catalogue, rules, history, Prometheus.
     *
     * @param accelerators what counts as one
     * @param rules        by which it is judged
     * @param history      records what is measured
     * @param prometheus   the one that the user named for it; empty to look for one
     * @param onChange      told whenever there is something new, with this as it is then; it is recorded by then
     */
    record ClusterSessionDependencies(AcceleratorCatalog accelerators, Supplier<AlertRules> rules,
            FleetDeviceMetricHistory history, Optional<PrometheusConnectionSettings> prometheus,
            Consumer<OpenClusterSession> onChange) {}

    /** The session with a cluster and the means to change it. */
    private record ClusterSessionAndPlanRunner(ClusterSession session, PlanRunner runner,
            ContainerSessionJournalRecorder journal, Supplier<KubeconfigContextEntry> context, Clock clock) {}

    private OpenClusterSession(ClusterSessionAndPlanRunner parts, ExporterScraper scraping,
            BackgroundAlertEvaluator watch, PrometheusDiscoveryLoop prometheus, ClusterSessionDependencies viewer) {
        session = parts.session();
        runner = parts.runner();
        context = parts.context();
        sessions = parts.journal();
        forwards = new PortForwardRegistry(containerAccess(), logSource(), sessions, parts.clock());
        copies = new ContainerFileCopyRegistry(containerAccess(), sessions, parts.clock());
        placementSource = new MigPlacementReader(session::connection, containerAccess(), parts.clock());
        this.scraping = scraping;
        this.watch = watch;
        this.prometheus = prometheus;
        fleet = FleetPrometheusPoller.start(session.snapshots(), prometheus.status(), scraping, parts.clock());
        configurations = AppliedMigConfigPoller.start(watch.fleets(), this::planLookups);
        observations = List.of(session.snapshots().observe(() -> viewer.onChange().accept(this)),
                scraping.readings().observe(() -> {
                    viewer.history().record(scraping.readings().get());
                    viewer.onChange().accept(this);
                }), watch.alerts().observe(() -> viewer.onChange().accept(this)),
                configurations.setups().observe(() -> viewer.onChange().accept(this)),
                prometheus.status().observe(() -> viewer.onChange().accept(this)));
    }

    /**
     * Begins to follow a cluster, and returns at once. Its exporters are read once {@link #scraper} is told to, and alerts
     * are judged after {@link #beginJudging}.
     */
    static OpenClusterSession open(Supplier<KubeconfigContextEntry> source, ClusterSessionOptions options,
            SessionAccessMode mode, ClusterSessionDependencies viewer) {
        var session = ClusterSession.open(source, options, mode);
        var scraping = ExporterScraper.startIdle(session.snapshots(), session.exporterClient(),
                new ExporterDeviceReadingsParser(),
                ExporterScrapeSettings.defaults(options.sharedServices().clock(), new Random()));
        var watch = BackgroundAlertEvaluator.create(session.snapshots(), scraping.readings(), viewer.accelerators(),
                viewer.rules(), options.sharedServices().clock());
        var prometheus = PrometheusDiscoveryLoop.start(session.snapshots(), viewer.prometheus()
                .map(settings -> ClosablePrometheusLocator.toServer(settings, options.sharedServices().environment()))
                .orElseGet(() -> ClosablePrometheusLocator.inCluster(session.discoveryInput())));
        var runner = createRunner(session, source.get(), options.sharedServices(), viewer.accelerators());
        var notes = new ContainerSessionJournalRecorder(
                UserDirectories.changeJournal(options.sharedServices().environment()), source.get(),
                session.changes().inputReader(), options.sharedServices().clock());
        return new OpenClusterSession(
                new ClusterSessionAndPlanRunner(session, runner, notes, source, options.sharedServices().clock()),
                scraping, watch, prometheus, viewer);
    }

    private static PlanRunner createRunner(ClusterSession session, KubeconfigContextEntry context,
            ConnectionSharedDependencies sharedServices, AcceleratorCatalog accelerators) {
        var environment = sharedServices.environment();
        var changes = session.changes();
        return new PlanRunner(
                new PlanRunner.PlanRunnerDependencies(changes.steps(), changes.inputReader(),
                        new HttpObjectReader(session::connection), session.snapshots()::get, accelerators),
                UserDirectories.changeJournal(environment),
                new PlanRunner.RunnerClusterContext(context.name(), context.serverAddress()), sharedServices.clock());
    }

    public ClusterSession session() {
        return session;
    }

    /** Begins to judge the alert rules again and again. */
    void beginJudging() {
        watch.begin();
    }

    @Override
    public PlanRunner planRunner() {
        return runner;
    }

    @Override
    public PlannerInputReader planLookups() {
        return session.changes().inputReader();
    }

    @Override
    public GpuStackClusterReader stackSource() {
        return new HttpGpuStackReader(session::connection);
    }

    @Override
    public PodLogSource logSource() {
        return new HttpContainerLogReader(session::connection);
    }

    @Override
    public ContainerExecForwardClient containerAccess() {
        return new HttpContainerExecForwardClient(session::connection, session.changes().steps());
    }

    @Override
    public ContainerSessionLog sessionLog() {
        return sessions;
    }

    @Override
    public PortForwardRegistry portForwards() {
        return forwards;
    }

    @Override
    public ContainerFileCopyRegistry copyJobs() {
        return copies;
    }

    @Override
    public MigPlacementSource placementSource() {
        return placementSource;
    }

    @Override
    public ClusterObjectSource objectSource() {
        return new HttpObjectReader(session::connection);
    }

    @Override
    public ServerVersion version() throws ProblemException {
        return readNow(InspectedObjectReader::readVersion);
    }

    @Override
    public List<String> namespaces() throws ProblemException {
        return readNow(InspectedObjectReader::readNamespaces);
    }

    @Override
    public String defaultNamespace() {
        return context.get().namespace();
    }

    @Override
    public ObjectRef resolveRef(ObjectRef object) throws ProblemException {
        return readNow(inspection -> inspection.locate(object));
    }

    @Override
    public OwnerChain ownerChainOf(ObjectRef object) throws ProblemException {
        return readNow(inspection -> inspection.ownersOf(object));
    }

    @Override
    public String yamlOf(ObjectRef object, boolean managed) throws ProblemException {
        return readNow(inspection -> inspection.readYaml(object, managed));
    }

    @Override
    public List<EventSummary> eventsOf(ObjectRef object) throws ProblemException {
        return readNow(inspection -> inspection.readEvents(object));
    }

    @Override
    public MetricsServerUsage usageOf(ObjectRef object) throws ProblemException {
        return readNow(inspection -> inspection.readUsage(object));
    }

    /** Returns the maker of kubeconfigs for ServiceAccounts of the cluster. */
    public ServiceAccountKubeconfigFactory accountKubeconfigs() {
        return new ServiceAccountKubeconfigFactory(session::connection, context.get());
    }

    @Override
    public PodDetails podSpecOf(ObjectRef pod) throws ProblemException {
        return readNow(inspection -> inspection.readPodSpec(pod));
    }

    /** Scrapes the exporters of the nodes shown in one place, in addition to those of other places. */
    void lookAt(String where, Set<String> nodes) {
        watchedNodesByView.put(where, nodes);
        scraping.watchNodes(watchedNodesByView.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
    }

    ExporterScraper scraper() {
        return scraping;
    }

    LatestValue<AlertSnapshot> alerts() {
        return watch.alerts();
    }

    LatestValue<Map<String, MigConfigWithSource>> setups() {
        return configurations.setups();
    }

    LatestValue<PrometheusDiscoveryStatus> prometheus() {
        return prometheus.status();
    }

    /** Runs an interactive read and waits for it. */
    private <T> T readNow(InspectedObjectReadFunction<T> reading) throws ProblemException {
        try {
            return reading.read(session.inspector());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** A read that the user waits for. */
    private interface InspectedObjectReadFunction<T> {
        T read(InspectedObjectReader inspection) throws ProblemException, InterruptedException;
    }

    void retry() {
        session.retry();
        scraping.retry();
        prometheus.retry();
    }

    /** Ends port forwards, copies and sessions in containers, and records that. May be done again. */
    public void leaveContainers() {
        forwards.close();
        copies.close();
        sessions.close();
    }

    @Override
    public void close() {
        leaveContainers();
        observations.forEach(LatestValue.ObserverRegistration::close);
        fleet.close();
        configurations.close();
        prometheus.close();
        watch.close();
        scraping.close();
        session.close();
    }
}
