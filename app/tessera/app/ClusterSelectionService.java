package tessera.app;

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
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.ConnectionSharedServices;
import tessera.cluster.credential.CredentialPluginCommand;
import tessera.cluster.credential.CredentialPluginConsent;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigFileWatcher;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.MigConfigWithSource;
import tessera.metrics.history.DeviceMetricHistory;
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
import tessera.ui.AppServices;
import tessera.ui.ClusterAlertFeed;
import tessera.ui.OpenableClusterList;

/**
 * The clusters a user can open, and the one that is open. Of all contexts only the chosen one is ever contacted.
 *
 * <p>Safe for use by several threads.
 */
final class ClusterSelectionService implements AppServices, AutoCloseable {

    private final ProcessEnvironment environment;
    private final ApplicationSettings settings;
    private final StartupOptions wishes;
    private final Clock clock;
    private final KubeconfigFileWatcher kubeconfig;
    private final EmbeddedDemoCluster demo;
    private final OpenClusterObservableState shown;
    private final LatestValue<OpenableClusterList> clusters = new LatestValue<>(OpenableClusterList.empty());
    private final ClusterDeviceHistory histories;
    private final List<LatestValue.ObserverRegistration> observations;
    private @Nullable OpenClusterSession opened;
    private Consumer<ClusterSelectionService> beforeClosing = _ -> {};
    private String chosen = "";
    private final ConnectionSharedServices terms;
    /** What the user is asked, and what it is about. */
    private final LatestValue<Optional<CredentialPluginApprovalRequest>> asked = new LatestValue<>(Optional.empty());
    private @Nullable CredentialPluginCommand awaited;
    private final ClusterReadOnlyMode permission;

    private ClusterSelectionService(ProcessEnvironment environment, ApplicationSettings settings, StartupOptions wishes,
            Clock clock,
            KubeconfigFileWatcher kubeconfig) {
        this.environment = environment;
        this.settings = settings;
        this.wishes = wishes;
        this.clock = clock;
        this.terms = ConnectionSharedServices.of(environment, UserDirectories.plugins(environment), clock);
        this.kubeconfig = kubeconfig;
        this.demo = new EmbeddedDemoCluster(wishes, environment, clock);
        this.shown = new OpenClusterObservableState(clock, settings::rules);
        this.histories = new ClusterDeviceHistory(environment, clock, this::listClusters);
        this.permission = new ClusterReadOnlyMode(wishes, settings);
        this.observations = List.of(kubeconfig.newest().observe(this::listClusters),
                settings.currentSettings().observe(this::applySettings));
    }

    /**
     * Starts without an open cluster.
     *
     * @param pace how often kubeconfig files are looked at
     */
    static ClusterSelectionService start(ProcessEnvironment environment, ApplicationSettings settings,
            StartupOptions wishes, Clock clock,
            Duration pace) throws ProblemException {
        return new ClusterSelectionService(environment, settings, wishes, clock,
                KubeconfigFileWatcher.start(KubeconfigInventory.withKubeconfigs(environment, settings.settings()),
                        pace));
    }

    AcceleratorCatalog accelerators() {
        return settings.acceleratorCatalog(wishes.accelerators());
    }

    ClusterDeviceHistory clusterHistory() {
        return histories;
    }

    /** Opens the chosen context, else the current one, else the simulated cluster. Returns why that may be wrong. */
    List<Problem> openFirst() throws ProblemException {
        var known = kubeconfig.newest().get();
        var first = firstContext().name();
        // Which one is current is not known while a file cannot be read.
        boolean unsure = wishes.context().isEmpty() && !known.problems().isEmpty();
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
    void openNamed(Predicate<CredentialPluginApprovalRequest> ask) throws ProblemException {
        var problems = kubeconfig.newest().get().problems();
        if (!problems.isEmpty() && !wishes.context().equals(EmbeddedDemoCluster.CONTEXT)) {
            throw new ProblemException(problems.getFirst());
        }
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
            var call = terms.plugins().consent().question(context);
            if (call.isPresent()) {
                if (!ask.test(call.get().request())) {
                    throw new ProblemException(CredentialPluginConsent.refusal(call.get()));
                }
                terms.plugins().consent().allow(call.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(Problem.ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** Opens the cluster of a wall, and leaves problems for the wall to show. */
    void openForWall() throws ProblemException {
        openContext(firstContext().nameForWall());
    }

    private StartupKubeconfigContextResolver firstContext() {
        return new StartupKubeconfigContextResolver(kubeconfig.newest().get(), wishes.context());
    }

    @Override
    public synchronized void openContext(String context) {
        leaveCluster();
        chosen = context;
        shown.enter(context);
        permission.enter(context);
        listClusters();
        if (context.equals(EmbeddedDemoCluster.CONTEXT)) {
            shown.show(
                    new SessionConnectionStatus.ConnectingSession("the simulated cluster to start", clock.instant()));
            Thread.ofVirtual().name("demo").start(this::openDemo);
        } else if (kubeconfig.newest().get().findContext(context).isPresent()) {
            begin(context, new NewestKubeconfigContextSupplier(kubeconfig, context));
        } else {
            shown.showMissing(context);
        }
    }

    private void openDemo() {
        try {
            var context = demo.context();
            whileAwaited(EmbeddedDemoCluster.CONTEXT, () -> followContext(EmbeddedDemoCluster.CONTEXT, () -> context));
        } catch (ProblemException problemException) {
            whileAwaited(EmbeddedDemoCluster.CONTEXT, () -> shown.showProblem(problemException.problem()));
        }
    }

    private synchronized void whileAwaited(String context, Runnable action) {
        if (chosen.equals(context) && opened == null) {
            action.run();
        }
    }

    /** Follows a cluster, after the user was asked about the program that hands out its credentials. */
    private void begin(String context, NewestKubeconfigContextSupplier source) {
        // Of a display nobody can be asked: its session says why it is not let in, and looks again.
        if (wishes.unattended() || !source.get().runsPlugin()) {
            followContext(context, source);
            return;
        }
        shown.show(new SessionConnectionStatus.ConnectingSession(source.get().credentialLabel(), clock.instant()));
        Thread.ofVirtual().name("consent").start(() -> {
            try {
                var call = terms.plugins().consent().question(source.get());
                whileAwaited(context, () -> call.ifPresentOrElse(this::ask, () -> followContext(context, source)));
            } catch (ProblemException problemException) {
                whileAwaited(context, () -> shown.showProblem(problemException.problem()));
            } catch (InterruptedException _) {
                // Nobody interrupts it but the end of the program.
            }
        });
    }

    private void ask(CredentialPluginCommand call) {
        awaited = call;
        shown.show(new SessionConnectionStatus.ConnectingSession("your answer", clock.instant()));
        asked.set(Optional.of(call.request()));
    }

    @Override
    public LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest() {
        return asked;
    }

    @Override
    public synchronized void answer(boolean allowed) {
        var call = awaited;
        if (call == null) {
            return;
        }
        forgetQuestion();
        if (!allowed) {
            shown.showProblem(CredentialPluginConsent.refusal(call));
            return;
        }
        shown.show(new SessionConnectionStatus.ConnectingSession("the credential plugin", clock.instant()));
        var context = chosen;
        Thread.ofVirtual().name("consent").start(() -> {
            terms.plugins().consent().allow(call);
            whileAwaited(context,
                    () -> followContext(context, new NewestKubeconfigContextSupplier(kubeconfig, context)));
        });
    }

    private void forgetQuestion() {
        awaited = null;
        asked.set(Optional.empty());
    }

    private synchronized void followContext(String context, Supplier<KubeconfigContextEntry> source) {
        var options = ClusterSessionOptions
                .standard(wishes.unattended() ? terms.unattended() : terms, ThreadLocalRandom.current())
                .withNamespaces(wishes.readNamespaces(settings.settings().forContext(context).namespaces()));
        var viewer = new OpenClusterSession.ClusterSessionSettings(accelerators(), shown.alertFeed()::rules,
                histories.beginHistory(clusters.get().openCluster()),
                shown.prometheusFor(context, wishes.prometheus(), settings.settings()), this::showIfOpen);
        opened = OpenClusterSession.open(source, options, permission.modeOf(context), viewer);
        showIfOpen(opened);
    }

    /** Shows a cluster's state if it is still the open one. */
    private synchronized void showIfOpen(OpenClusterSession cluster) {
        if (cluster.equals(opened)) {
            shown.show(cluster);
        }
    }

    private synchronized void leaveCluster() {
        forgetQuestion();
        if (opened != null) {
            opened.close();
            opened = null;
            histories.leaveCluster();
            shown.forget();
        }
    }

    private synchronized void listClusters() {
        clusters.set(new KubeconfigContextList(kubeconfig.newest().get(), settings, histories.storageProblems())
                .toClusterList(chosen, permission.accessOf(chosen)));
    }

    @Override
    public synchronized void setReadOnly(boolean readOnly) {
        permission.setReadOnly(readOnly);
        enforcePermission();
    }

    private synchronized void applySettings() {
        permission.applySettings(chosen);
        shown.alertFeed().useRules(settings::rules);
        kubeconfig.addFiles(KubeconfigInventory.withKubeconfigs(environment, settings.settings()).addedKubeconfigs());
        enforcePermission();
    }

    private void enforcePermission() {
        if (opened != null) {
            opened.session().enterMode(permission.modeOf(chosen));
        }
        listClusters();
    }

    @Override
    public KubeconfigInventory contextSources() {
        return new KubeconfigInventory(kubeconfig, environment, settings, terms);
    }

    @Override
    public ApplicationSettings preferences() {
        return settings;
    }

    @Override
    public LatestValue<ClusterSnapshot> snapshots() {
        return shown.snapshots();
    }

    @Override
    public LatestValue<FleetReadings> deviceReadings() {
        return shown.readings();
    }

    @Override
    public LatestValue<Map<String, MigConfigWithSource>> setups() {
        return shown.setups();
    }

    @Override
    public DeviceMetricHistory deviceHistory() {
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
        return shown.alertFeed();
    }

    @Override
    public LatestValue<PrometheusDiscoveryStatus> prometheusStatus() {
        return shown.prometheus();
    }

    @Override
    public LatestValue<OpenableClusterList> clusters() {
        return clusters;
    }

    @Override
    public synchronized void retryConnection() {
        boolean reached = !(snapshots().get().connection() instanceof SessionConnectionStatus.UnreachableCluster);
        boolean asks = !wishes.unattended()
                && kubeconfig.newest().get().findContext(chosen).filter(KubeconfigContextEntry::runsPlugin).isPresent();
        if (opened != null && (reached || !asks)) {
            opened.retry();
        } else if (!chosen.isEmpty()) {
            openContext(chosen);
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
        return chosen.equals(EmbeddedDemoCluster.CONTEXT) ? CopiedCommandContext.forSimulation(chosen)
                : CopiedCommandContext.forContext(chosen, environment.explicitKubeconfig());
    }

    @Override
    public synchronized OpenClusterSession clusterServices() throws ProblemException {
        return Optional.ofNullable(opened)
                .orElseThrow(
                        () -> new ProblemException(Problem.of(Problem.ProblemKind.UNREACHABLE, "No cluster is open")));
    }

    @Override
    public ChangeJournal.JournalContent changeJournal() throws ProblemException {
        return UserDirectories.changeJournal(environment).read();
    }

    @Override
    public CrashReportStore crashReports() {
        return new CrashReportStore(UserDirectories.crashesFolder(environment.variables(), environment.home()));
    }

    @Override
    public ApplicationSettings layoutMemory() {
        return settings;
    }

    /** Has something done as long as the cluster is still open, when everything else was done. */
    ClusterSelectionService closingWith(Consumer<ClusterSelectionService> last) {
        beforeClosing = last;
        return this;
    }

    /** Returns which objects of the cluster that is open could not be read until now, or not wholly. */
    synchronized UnreadableObjects unread() {
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
