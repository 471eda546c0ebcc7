package tessera.app.wiring;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.app.crash.CrashReportStore;
import tessera.app.platform.UserDirectories;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.ConnectionSharedDependencies;
import tessera.cluster.credential.CredentialPluginCommand;
import tessera.cluster.credential.CredentialPluginConsentCheck;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigFileWatcher;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.MigConfigWithSource;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.CopiedCommandContext;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.model.UnreadableObjects;
import tessera.model.reading.FleetReadings;
import tessera.plan.journal.ChangeJournal;
import tessera.text.MessageCatalog;
import tessera.ui.AppServices;
import tessera.ui.ClusterAlertFeed;
import tessera.ui.OpenableClusterList;

/**
 * The clusters a user can open, and the one that is open. Of all contexts only the chosen one is ever contacted.
 *
 * <p>Safe for use by several threads.
 */
public final class ClusterSelectionService implements AppServices, AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterSelectionService.class);

    private final ProcessEnvironment environment;
    private final ApplicationSettingsService settings;
    private final StartupOptions startupOptions;
    private final Clock clock;
    private final KubeconfigFileWatcher kubeconfig;
    private final EmbeddedDemoCluster demo;
    private final OpenClusterObservableState displayedState;
    private final LatestValue<OpenableClusterList> clusters = new LatestValue<>(OpenableClusterList.empty());
    private final DeviceMetricHistoryRecorder histories;
    private final List<LatestValue.ObserverRegistration> observations;
    private @Nullable OpenClusterSession opened;
    private Consumer<ClusterSelectionService> beforeClosing = _ -> {};
    private String selectedContext = "";
    /** Whether exporters are read as soon as a cluster is open; a command reads them when it needs readings. */
    private boolean measuring = true;
    private boolean judging = true;
    private final ConnectionSharedDependencies sharedServices;
    /** What the user is asked, and what it is about. */
    private final LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest = new LatestValue<>(
            Optional.empty());
    private @Nullable CredentialPluginCommand command;
    private final ClusterReadOnlyMode permission;

    private ClusterSelectionService(ProcessEnvironment environment, ApplicationSettingsService settings,
            StartupOptions startupOptions, Clock clock, KubeconfigFileWatcher kubeconfig) {
        this.environment = environment;
        this.settings = settings;
        this.startupOptions = startupOptions;
        this.clock = clock;
        this.sharedServices = ConnectionSharedDependencies.of(environment, UserDirectories.plugins(environment), clock);
        this.kubeconfig = kubeconfig;
        this.demo = new EmbeddedDemoCluster(startupOptions, environment, clock);
        this.displayedState = new OpenClusterObservableState(clock, settings::rules);
        this.histories = new DeviceMetricHistoryRecorder(environment, clock, this::listClusters);
        this.permission = new ClusterReadOnlyMode(startupOptions, settings);
        this.observations = List.of(kubeconfig.newest().observe(this::listClusters),
                settings.currentSettings().observe(this::applySettings));
    }

    /**
     * Starts without an open cluster.
     *
     * @param pace how often kubeconfig files are looked at
     */
    public static ClusterSelectionService start(ProcessEnvironment environment, ApplicationSettingsService settings,
            StartupOptions startupOptions, Clock clock, Duration pace) throws ProblemException {
        return new ClusterSelectionService(environment, settings, startupOptions, clock, KubeconfigFileWatcher
                .start(KubeconfigFileRegistry.withKubeconfigs(environment, settings.settings()), pace));
    }

    public AcceleratorCatalog accelerators() {
        return settings.acceleratorCatalog(startupOptions.accelerators());
    }

    public DeviceMetricHistoryRecorder clusterHistory() {
        return histories;
    }

    /** Opens the chosen context, else the current one, else the simulated cluster. Returns why that may be wrong. */
    public List<Problem> openFirst() throws ProblemException {
        var known = kubeconfig.newest().get();
        var first = firstContext().name();
        // Which one is current is not known while a file cannot be read.
        boolean unsure = startupOptions.context().isEmpty() && !known.problems().isEmpty();
        if (!unsure && (first.isPresent() || known.contexts().isEmpty())) {
            openContext(first.orElse(EmbeddedDemoCluster.CONTEXT));
        }
        return known.problems();
    }

    /**
     * Opens what the command line asked for, else the current context.
     *
     * @param ask asks the user whether a credential plugin may be run
     */
    public void openNamed(Predicate<CredentialPluginApprovalRequest> ask) throws ProblemException {
        var problems = kubeconfig.newest().get().problems();
        if (!problems.isEmpty() && !startupOptions.context().equals(EmbeddedDemoCluster.CONTEXT)) {
            throw new ProblemException(problems.getFirst());
        }
        measuring = false;
        judging = false;
        var name = firstContext().requiredName();
        var context = kubeconfig.newest().get().findContext(name);
        if (context.isPresent()) {
            settle(context.get(), ask);
        }
        openContext(name);
    }

    private void settle(KubeconfigContextEntry context, Predicate<CredentialPluginApprovalRequest> ask)
            throws ProblemException {
        try {
            var call = sharedServices.plugins().consent().question(context);
            if (call.isPresent()) {
                if (!ask.test(call.get().request())) {
                    throw new ProblemException(CredentialPluginConsentCheck.refusal(call.get()));
                }
                sharedServices.plugins().consent().allow(call.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(Problem.OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted")),
                    stopped);
        }
    }

    /** Opens the cluster of a wall, and leaves problems for the wall to show. */
    public void openForWall() throws ProblemException {
        openContext(firstContext().nameForWall());
    }

    private StartupKubeconfigContextResolver firstContext() {
        return new StartupKubeconfigContextResolver(kubeconfig.newest().get(), startupOptions.context());
    }

    @Override
    public synchronized void openContext(String context) {
        leaveCluster();
        selectedContext = context;
        displayedState.enter(context);
        permission.enter(context);
        listClusters();
        if (context.equals(EmbeddedDemoCluster.CONTEXT)) {
            displayedState.show(
                    new SessionConnectionStatus.PendingConnection(MESSAGES.text("connecting.demo"), clock.instant()));
            Thread.ofVirtual().name("demo").start(this::openDemo);
        } else if (kubeconfig.newest().get().findContext(context).isPresent()) {
            begin(context, new NewestKubeconfigContextSupplier(kubeconfig, context));
        } else {
            displayedState.showMissing(context);
        }
    }

    private void openDemo() {
        try {
            var context = demo.context();
            whileAwaited(EmbeddedDemoCluster.CONTEXT, () -> followSimulation(context));
        } catch (ProblemException problemException) {
            whileAwaited(EmbeddedDemoCluster.CONTEXT, () -> displayedState.showProblem(problemException.problem()));
        }
    }

    private void followSimulation(KubeconfigContextEntry context) {
        followContext(EmbeddedDemoCluster.CONTEXT, () -> context);
    }

    private synchronized void whileAwaited(String context, Runnable action) {
        if (selectedContext.equals(context) && opened == null) {
            action.run();
        }
    }

    /** Follows a cluster, after the user was asked about the program that hands out its credentials. */
    private void begin(String context, NewestKubeconfigContextSupplier source) {
        // Of a display nobody can be asked: its session says why it is not let in, and looks again.
        if (startupOptions.unattended() || !source.get().runsPlugin()) {
            followContext(context, source);
            return;
        }
        displayedState
                .show(new SessionConnectionStatus.PendingConnection(source.get().credentialLabel(), clock.instant()));
        Thread.ofVirtual().name("consent").start(() -> {
            try {
                var call = sharedServices.plugins().consent().question(source.get());
                whileAwaited(context, () -> call.ifPresentOrElse(this::ask, () -> followContext(context, source)));
            } catch (ProblemException problemException) {
                whileAwaited(context, () -> displayedState.showProblem(problemException.problem()));
            } catch (InterruptedException _) {
                // Nobody interrupts it but the end of the program.
            }
        });
    }

    private void ask(CredentialPluginCommand call) {
        command = call;
        displayedState.show(
                new SessionConnectionStatus.PendingConnection(MESSAGES.text("connecting.answer"), clock.instant()));
        pluginRequest.set(Optional.of(call.request()));
    }

    @Override
    public LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest() {
        return pluginRequest;
    }

    @Override
    public synchronized void answer(boolean allowed) {
        var call = command;
        if (call == null) {
            return;
        }
        forgetQuestion();
        if (!allowed) {
            displayedState.showProblem(CredentialPluginConsentCheck.refusal(call));
            return;
        }
        displayedState.show(
                new SessionConnectionStatus.PendingConnection(MESSAGES.text("connecting.plugin"), clock.instant()));
        var context = selectedContext;
        Thread.ofVirtual().name("consent").start(() -> {
            sharedServices.plugins().consent().allow(call);
            whileAwaited(context,
                    () -> followContext(context, new NewestKubeconfigContextSupplier(kubeconfig, context)));
        });
    }

    private void forgetQuestion() {
        command = null;
        pluginRequest.set(Optional.empty());
    }

    private synchronized void followContext(String context, Supplier<KubeconfigContextEntry> source) {
        var options = ClusterSessionOptions
                .standard(startupOptions.unattended() ? sharedServices.unattended() : sharedServices,
                        ThreadLocalRandom.current())
                .withNamespaces(startupOptions.readNamespaces(settings.settings().forContext(context).namespaces()));
        var viewer = new OpenClusterSession.ClusterSessionDependencies(accelerators(),
                displayedState.alertFeed()::rules, histories.beginHistory(clusters.get().openCluster()),
                displayedState.prometheusFor(context, startupOptions.prometheus(), settings.settings()),
                this::showIfOpen);
        opened = OpenClusterSession.open(source, options, permission.modeOf(context), viewer);
        if (measuring) {
            opened.scraper().beginReading();
        }
        if (judging) {
            opened.beginJudging();
        }
        showIfOpen(opened);
    }

    /** Has the exporters read of the cluster that is open, and of each that is opened after it. */
    public synchronized void beginMeasuring() {
        measuring = true;
        if (opened != null) {
            opened.scraper().beginReading();
        }
    }

    /** Has the exporters read and the alerts judged, as a window does, of the cluster that is open and each after it. */
    public synchronized void beginMeasuringAndJudging() {
        beginMeasuring();
        judging = true;
        if (opened != null) {
            opened.beginJudging();
        }
    }

    /** Shows a cluster's state if it is still the open one. */
    private synchronized void showIfOpen(OpenClusterSession cluster) {
        if (cluster.equals(opened)) {
            displayedState.show(cluster);
        }
    }

    private synchronized void leaveCluster() {
        forgetQuestion();
        if (opened != null) {
            opened.close();
            opened = null;
            histories.leaveCluster();
            displayedState.forget();
        }
    }

    private synchronized void listClusters() {
        clusters.set(new KubeconfigContextList(kubeconfig.newest().get(), settings, histories.storageProblems())
                .toClusterList(selectedContext, permission.accessOf(selectedContext)));
    }

    @Override
    public synchronized void setReadOnly(boolean readOnly) {
        permission.setReadOnly(readOnly);
        enforcePermission();
    }

    private synchronized void applySettings() {
        permission.applySettings(selectedContext);
        displayedState.alertFeed().useRules(settings::rules);
        kubeconfig
                .addFiles(KubeconfigFileRegistry.withKubeconfigs(environment, settings.settings()).addedKubeconfigs());
        enforcePermission();
    }

    private void enforcePermission() {
        if (opened != null) {
            opened.session().enterMode(permission.modeOf(selectedContext));
        }
        listClusters();
    }

    @Override
    public KubeconfigFileRegistry contextSources() {
        return new KubeconfigFileRegistry(kubeconfig, environment, settings, sharedServices);
    }

    @Override
    public ApplicationSettingsService preferences() {
        return settings;
    }

    @Override
    public LatestValue<ClusterSnapshot> snapshots() {
        return displayedState.snapshots();
    }

    @Override
    public LatestValue<FleetReadings> deviceReadings() {
        return displayedState.readings();
    }

    @Override
    public LatestValue<Map<String, MigConfigWithSource>> setups() {
        return displayedState.setups();
    }

    @Override
    public FleetDeviceMetricHistory deviceHistory() {
        return histories.currentHistory();
    }

    @Override
    public synchronized void readExportersDirectly(String where, Set<String> nodes) {
        if (opened != null) {
            opened.lookAt(where, nodes);
        }
    }

    @Override
    public ClusterAlertFeed alertFeed() {
        return displayedState.alertFeed();
    }

    @Override
    public LatestValue<PrometheusDiscoveryStatus> prometheusStatus() {
        return displayedState.prometheus();
    }

    @Override
    public LatestValue<OpenableClusterList> clusters() {
        return clusters;
    }

    @Override
    public synchronized void retryConnection() {
        boolean reached = !(snapshots().get().connection() instanceof SessionConnectionStatus.UnreachableCluster);
        boolean asks = !startupOptions.unattended() && kubeconfig.newest().get().findContext(selectedContext)
                .filter(KubeconfigContextEntry::runsPlugin).isPresent();
        if (opened != null && (reached || !asks)) {
            opened.retry();
        } else if (!selectedContext.isEmpty()) {
            openContext(selectedContext);
        }
    }

    @Override
    public synchronized void disconnect() {
        if (opened != null) {
            opened.session().cancel();
        }
    }

    @Override
    public synchronized CopiedCommandContext commandTarget() {
        if (selectedContext.equals(EmbeddedDemoCluster.CONTEXT)) {
            return CopiedCommandContext.forSimulation(selectedContext);
        }
        return CopiedCommandContext.forContext(selectedContext, environment.explicitKubeconfig());
    }

    @Override
    public synchronized OpenClusterSession clusterServices() throws ProblemException {
        return Optional.ofNullable(opened).orElseThrow(() -> new ProblemException(
                Problem.of(Problem.OperationProblemKind.UNREACHABLE, MESSAGES.reason("noCluster"))));
    }

    @Override
    public ChangeJournal.ChangeJournalContent changeJournal() throws ProblemException {
        return UserDirectories.changeJournal(environment).read();
    }

    @Override
    public CrashReportStore crashReports() {
        return new CrashReportStore(UserDirectories.crashesFolder(environment.variables(), environment.home()));
    }

    @Override
    public ApplicationSettingsService layoutMemory() {
        return settings;
    }

    /** Has something done as long as the cluster is still open, when everything else was done. */
    public ClusterSelectionService closingWith(Consumer<ClusterSelectionService> last) {
        beforeClosing = last;
        return this;
    }

    /** Returns which objects of the cluster that is open could not be read until now, or not wholly. */
    public synchronized UnreadableObjects unread() {
        return opened == null ? UnreadableObjects.NONE : opened.session().unread();
    }

    @Override
    public void close() {
        beforeClosing.accept(this);
        leaveCluster();
        histories.close();
        observations.forEach(LatestValue.ObserverRegistration::close);
        kubeconfig.close();
        demo.close();
        settings.close();
    }
}
