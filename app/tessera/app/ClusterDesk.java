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
import tessera.cluster.ConnectionTerms;
import tessera.cluster.SessionOptions;
import tessera.cluster.credential.PluginCall;
import tessera.cluster.credential.PluginConsent;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.KubeconfigWatch;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.MigSetup;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.CommandTarget;
import tessera.model.Failure;
import tessera.model.PluginRequest;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.UnreadObjects;
import tessera.model.reading.FleetReadings;
import tessera.plan.journal.ChangeJournal;
import tessera.ui.AlertFeed;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;

/**
 * The clusters a user can open, and the one that is open. Of all contexts only the chosen one is ever contacted.
 *
 * <p>Safe for use by several threads.
 */
final class ClusterDesk implements AppServices, AutoCloseable {

    private final ProcessEnvironment environment;
    private final SettingsFile settings;
    private final StartupOptions wishes;
    private final Clock clock;
    private final KubeconfigWatch kubeconfig;
    private final DemoCluster demo;
    private final ClusterState shown;
    private final LatestValue<ClusterList> clusters = new LatestValue<>(ClusterList.empty());
    private final ClusterHistory histories;
    private final List<LatestValue.Observation> observations;
    private @Nullable OpenCluster opened;
    private Consumer<ClusterDesk> beforeClosing = _ -> {};
    private String chosen = "";
    private final ConnectionTerms terms;
    /** What the user is asked, and what it is about. */
    private final LatestValue<Optional<PluginRequest>> asked = new LatestValue<>(Optional.empty());
    private @Nullable PluginCall awaited;
    private final WritePermission permission;

    private ClusterDesk(ProcessEnvironment environment, SettingsFile settings, StartupOptions wishes, Clock clock,
            KubeconfigWatch kubeconfig) {
        this.environment = environment;
        this.settings = settings;
        this.wishes = wishes;
        this.clock = clock;
        this.terms = ConnectionTerms.of(environment, UserDirectories.plugins(environment), clock);
        this.kubeconfig = kubeconfig;
        this.demo = new DemoCluster(wishes, environment, clock);
        this.shown = new ClusterState(clock, settings::rules);
        this.histories = new ClusterHistory(environment, clock, this::listClusters);
        this.permission = new WritePermission(wishes, settings);
        this.observations = List.of(kubeconfig.newest().observe(this::listClusters),
                settings.currentSettings().observe(this::applySettings));
    }

    /**
     * Starts without an open cluster.
     *
     * @param pace how often kubeconfig files are looked at
     */
    static ClusterDesk start(ProcessEnvironment environment, SettingsFile settings, StartupOptions wishes, Clock clock,
            Duration pace) throws Failure {
        return new ClusterDesk(environment, settings, wishes, clock,
                KubeconfigWatch.start(KnownKubeconfigs.withKubeconfigs(environment, settings.settings()), pace));
    }

    AcceleratorCatalog accelerators() {
        return settings.acceleratorCatalog(wishes.accelerators());
    }

    ClusterHistory clusterHistory() {
        return histories;
    }

    /** Opens the chosen context, else the current one, else the simulated cluster. Returns why that may be wrong. */
    List<Problem> openFirst() throws Failure {
        var known = kubeconfig.newest().get();
        var first = firstContext().name();
        // Which one is current is not known while a file cannot be read.
        boolean unsure = wishes.context().isEmpty() && !known.problems().isEmpty();
        if (!unsure && (first.isPresent() || known.contexts().isEmpty())) {
            openContext(first.orElse(DemoCluster.CONTEXT));
        }
        return known.problems();
    }

    /**
     * Opens what the command line asked for, else the current context.
     *
     * @param ask asks the user whether a credential plugin may be run
     */
    void openNamed(Predicate<PluginRequest> ask) throws Failure {
        var problems = kubeconfig.newest().get().problems();
        if (!problems.isEmpty() && !wishes.context().equals(DemoCluster.CONTEXT)) {
            throw new Failure(problems.getFirst());
        }
        var name = firstContext().requiredName();
        var context = kubeconfig.newest().get().findContext(name);
        if (context.isPresent()) {
            settle(context.get(), ask);
        }
        openContext(name);
    }

    private void settle(KubeContext context, Predicate<PluginRequest> ask) throws Failure {
        try {
            var call = terms.plugins().consent().question(context);
            if (call.isPresent()) {
                if (!ask.test(call.get().request())) {
                    throw new Failure(PluginConsent.refusal(call.get()));
                }
                terms.plugins().consent().allow(call.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Problem.ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** Opens the cluster of a wall, and leaves problems for the wall to show. */
    void openForWall() throws Failure {
        openContext(firstContext().nameForWall());
    }

    private FirstContext firstContext() {
        return new FirstContext(kubeconfig.newest().get(), wishes.context());
    }

    @Override
    public synchronized void openContext(String context) {
        leaveCluster();
        chosen = context;
        shown.enter(context);
        permission.enter(context);
        listClusters();
        if (context.equals(DemoCluster.CONTEXT)) {
            shown.show(new SessionConnection.ConnectingSession("the simulated cluster to start", clock.instant()));
            Thread.ofVirtual().name("demo").start(this::openDemo);
        } else if (kubeconfig.newest().get().findContext(context).isPresent()) {
            begin(context, new KubeconfigContext(kubeconfig, context));
        } else {
            shown.showMissing(context);
        }
    }

    private void openDemo() {
        try {
            var context = demo.context();
            whileAwaited(DemoCluster.CONTEXT, () -> followContext(DemoCluster.CONTEXT, () -> context));
        } catch (Failure failure) {
            whileAwaited(DemoCluster.CONTEXT, () -> shown.showProblem(failure.problem()));
        }
    }

    private synchronized void whileAwaited(String context, Runnable action) {
        if (chosen.equals(context) && opened == null) {
            action.run();
        }
    }

    /** Follows a cluster, after the user was asked about the program that hands out its credentials. */
    private void begin(String context, KubeconfigContext source) {
        // Of a display nobody can be asked: its session says why it is not let in, and looks again.
        if (wishes.unattended() || !source.get().runsPlugin()) {
            followContext(context, source);
            return;
        }
        shown.show(new SessionConnection.ConnectingSession(source.get().credentialLabel(), clock.instant()));
        Thread.ofVirtual().name("consent").start(() -> {
            try {
                var call = terms.plugins().consent().question(source.get());
                whileAwaited(context, () -> call.ifPresentOrElse(this::ask, () -> followContext(context, source)));
            } catch (Failure failure) {
                whileAwaited(context, () -> shown.showProblem(failure.problem()));
            } catch (InterruptedException _) {
                // Nobody interrupts it but the end of the program.
            }
        });
    }

    private void ask(PluginCall call) {
        awaited = call;
        shown.show(new SessionConnection.ConnectingSession("your answer", clock.instant()));
        asked.set(Optional.of(call.request()));
    }

    @Override
    public LatestValue<Optional<PluginRequest>> pluginRequest() {
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
            shown.showProblem(PluginConsent.refusal(call));
            return;
        }
        shown.show(new SessionConnection.ConnectingSession("the credential plugin", clock.instant()));
        var context = chosen;
        Thread.ofVirtual().name("consent").start(() -> {
            terms.plugins().consent().allow(call);
            whileAwaited(context, () -> followContext(context, new KubeconfigContext(kubeconfig, context)));
        });
    }

    private void forgetQuestion() {
        awaited = null;
        asked.set(Optional.empty());
    }

    private synchronized void followContext(String context, Supplier<KubeContext> source) {
        var options = SessionOptions
                .standard(wishes.unattended() ? terms.unattended() : terms, ThreadLocalRandom.current())
                .withNamespaces(wishes.readNamespaces(settings.settings().forContext(context).namespaces()));
        var viewer = new OpenCluster.ClusterViewTerms(accelerators(), shown.alertFeed()::rules,
                histories.beginHistory(clusters.get().openCluster()),
                shown.prometheusFor(context, wishes.prometheus(), settings.settings()), this::showIfOpen);
        opened = OpenCluster.open(source, options, permission.modeOf(context), viewer);
        showIfOpen(opened);
    }

    /** Shows a cluster's state if it is still the open one. */
    private synchronized void showIfOpen(OpenCluster cluster) {
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
        clusters.set(new ContextList(kubeconfig.newest().get(), settings, histories.storageProblems())
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
        kubeconfig.addFiles(KnownKubeconfigs.withKubeconfigs(environment, settings.settings()).addedKubeconfigs());
        enforcePermission();
    }

    private void enforcePermission() {
        if (opened != null) {
            opened.session().enterMode(permission.modeOf(chosen));
        }
        listClusters();
    }

    @Override
    public KnownKubeconfigs contextSources() {
        return new KnownKubeconfigs(kubeconfig, environment, settings, terms);
    }

    @Override
    public SettingsFile preferences() {
        return settings;
    }

    @Override
    public LatestValue<Snapshot> snapshots() {
        return shown.snapshots();
    }

    @Override
    public LatestValue<FleetReadings> deviceReadings() {
        return shown.readings();
    }

    @Override
    public LatestValue<Map<String, MigSetup>> setups() {
        return shown.setups();
    }

    @Override
    public DeviceHistory deviceHistory() {
        return histories.currentHistory();
    }

    @Override
    public synchronized void readExportersDirectly(String where, Set<String> nodes) {
        if (opened != null) {
            opened.lookAt(where, nodes);
        }
    }

    @Override
    public AlertFeed alertFeed() {
        return shown.alertFeed();
    }

    @Override
    public LatestValue<PrometheusStatus> prometheusStatus() {
        return shown.prometheus();
    }

    @Override
    public LatestValue<ClusterList> clusters() {
        return clusters;
    }

    @Override
    public synchronized void retryConnection() {
        boolean reached = !(snapshots().get().connection() instanceof SessionConnection.Unreachable);
        boolean asks = !wishes.unattended()
                && kubeconfig.newest().get().findContext(chosen).filter(KubeContext::runsPlugin).isPresent();
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
    public synchronized CommandTarget commandTarget() {
        return chosen.equals(DemoCluster.CONTEXT) ? CommandTarget.forSimulation(chosen)
                : CommandTarget.forContext(chosen, environment.explicitKubeconfig());
    }

    @Override
    public synchronized OpenCluster clusterServices() throws Failure {
        return Optional.ofNullable(opened)
                .orElseThrow(() -> new Failure(Problem.of(Problem.ProblemKind.UNREACHABLE, "No cluster is open")));
    }

    @Override
    public ChangeJournal.JournalContent changeJournal() throws Failure {
        return UserDirectories.changeJournal(environment).read();
    }

    @Override
    public CrashReportStore crashReports() {
        return new CrashReportStore(UserDirectories.crashesFolder(environment.variables(), environment.home()));
    }

    @Override
    public SettingsFile layoutMemory() {
        return settings;
    }

    /** Has something done as long as the cluster is still open, when everything else was done. */
    ClusterDesk closingWith(Consumer<ClusterDesk> last) {
        beforeClosing = last;
        return this;
    }

    /** Returns which objects of the cluster that is open could not be read until now, or not wholly. */
    synchronized UnreadObjects unread() {
        return opened == null ? UnreadObjects.NONE : opened.session().unread();
    }

    @Override
    public void close() {
        beforeClosing.accept(this);
        leaveCluster();
        histories.close();
        observations.forEach(LatestValue.Observation::close);
        kubeconfig.close();
        demo.close();
        settings.close();
    }
}
