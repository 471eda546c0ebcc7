package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.ConnectionTerms;
import tessera.cluster.SessionOptions;
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
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
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
    private final LatestValue<ClusterList> clusters = new LatestValue<>(ClusterList.none());
    private final ClusterHistory histories;
    private final List<LatestValue.Observation> observations;
    private @Nullable OpenCluster opened;
    private String chosen = "";
    private final WritePermission permission;

    private ClusterDesk(ProcessEnvironment environment, SettingsFile settings, StartupOptions wishes, Clock clock,
            KubeconfigWatch kubeconfig) {
        this.environment = environment;
        this.settings = settings;
        this.wishes = wishes;
        this.clock = clock;
        this.kubeconfig = kubeconfig;
        this.demo = new DemoCluster(wishes, environment, clock);
        this.shown = new ClusterState(clock, settings::rules);
        this.histories = new ClusterHistory(environment, clock, this::listClusters);
        this.permission = new WritePermission(wishes, settings);
        this.observations = List.of(kubeconfig.newest().observe(this::listClusters),
                settings.settled().observe(this::settle));
    }

    /**
     * A desk with no cluster open.
     *
     * @param pace how often kubeconfig files are looked at
     */
    static ClusterDesk at(ProcessEnvironment environment, SettingsFile settings, StartupOptions wishes, Clock clock,
            Duration pace) throws Failure {
        return new ClusterDesk(environment, settings, wishes, clock,
                KubeconfigWatch.start(KnownKubeconfigs.with(environment, settings.settings()), pace));
    }

    AcceleratorCatalog accelerators() {
        return settings.counted(wishes.accelerators());
    }

    ClusterHistory histories() {
        return histories;
    }

    /** Opens what was asked for, else the current context, else the simulated cluster. Returns why that may be wrong. */
    List<Problem> openFirst() throws Failure {
        var known = kubeconfig.newest().get();
        var first = first().name();
        // Which one is current is not known while a file cannot be read.
        boolean unsure = wishes.context().isEmpty() && !known.problems().isEmpty();
        if (!unsure && (first.isPresent() || known.contexts().isEmpty())) {
            open(first.orElse(DemoCluster.CONTEXT));
        }
        return known.problems();
    }

    /** Opens what the command line asked for, else the current context. */
    void openNamed() throws Failure {
        var problems = kubeconfig.newest().get().problems();
        if (!problems.isEmpty() && !wishes.context().equals(DemoCluster.CONTEXT)) {
            throw new Failure(problems.getFirst());
        }
        open(first().required());
    }

    /** Opens what a wall shows, and leaves it to the wall to say why that cannot be had. */
    void openForWall() throws Failure {
        open(first().forWall());
    }

    private FirstContext first() {
        return new FirstContext(kubeconfig.newest().get(), wishes.context());
    }

    @Override
    public synchronized void open(String context) {
        leave();
        chosen = context;
        shown.enter(context);
        permission.enter(context);
        listClusters();
        if (context.equals(DemoCluster.CONTEXT)) {
            shown.show(new SessionConnection.ConnectingSession("the simulated cluster to start", clock.instant()));
            Thread.ofVirtual().name("demo").start(this::openDemo);
        } else if (kubeconfig.newest().get().context(context).isPresent()) {
            follow(context, new KubeconfigContext(kubeconfig, context));
        } else {
            shown.miss(context);
        }
    }

    private void openDemo() {
        try {
            var context = demo.context();
            whileDemoIsAwaited(() -> follow(DemoCluster.CONTEXT, () -> context));
        } catch (Failure failure) {
            whileDemoIsAwaited(() -> shown.refuse(failure.problem()));
        }
    }

    private synchronized void whileDemoIsAwaited(Runnable action) {
        if (chosen.equals(DemoCluster.CONTEXT) && opened == null) {
            action.run();
        }
    }

    private synchronized void follow(String context, Supplier<KubeContext> source) {
        var usual = ConnectionTerms.of(environment, clock);
        var options = SessionOptions
                .usual(wishes.unattended() ? usual.unattended() : usual, ThreadLocalRandom.current())
                .withNamespaces(wishes.namespaces(settings.settings().forContext(context).namespaces()));
        var viewer = new OpenCluster.Viewer(accelerators(), shown.alarms()::rules,
                histories.begin(clusters.get().current()),
                shown.named(context, wishes.prometheus(), settings.settings()), this::relay);
        opened = OpenCluster.open(source, options, permission.mode(context), viewer);
        relay(opened);
    }

    /** A cluster that was left may still speak once. */
    private synchronized void relay(OpenCluster cluster) {
        if (cluster.equals(opened)) {
            shown.show(cluster);
        }
    }

    private synchronized void leave() {
        if (opened != null) {
            opened.close();
            opened = null;
            histories.leave();
            shown.forget();
        }
    }

    private synchronized void listClusters() {
        clusters.set(new ContextList(kubeconfig.newest().get(), settings, histories.problems())
                .with(chosen, permission.of(chosen)));
    }

    @Override
    public synchronized void wantReadOnly(boolean readOnly) {
        permission.want(readOnly);
        enforce();
    }

    private synchronized void settle() {
        permission.settle(chosen);
        shown.alarms().judgeBy(settings::rules);
        kubeconfig.add(KnownKubeconfigs.with(environment, settings.settings()).added());
        enforce();
    }

    private void enforce() {
        if (opened != null) {
            opened.session().enter(permission.mode(chosen));
        }
        listClusters();
    }

    @Override
    public KnownKubeconfigs kubeconfigs() {
        return new KnownKubeconfigs(kubeconfig, environment, settings, clock);
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
    public LatestValue<FleetReadings> readings() {
        return shown.readings();
    }

    @Override
    public LatestValue<Map<String, MigSetup>> setups() {
        return shown.setups();
    }

    @Override
    public DeviceHistory history() {
        return histories.current();
    }

    @Override
    public synchronized void lookAt(String where, Set<String> nodes) {
        if (opened != null) {
            opened.lookAt(where, nodes);
        }
    }

    @Override
    public AlertFeed alarms() {
        return shown.alarms();
    }

    @Override
    public LatestValue<PrometheusStatus> prometheus() {
        return shown.prometheus();
    }

    @Override
    public LatestValue<ClusterList> clusters() {
        return clusters;
    }

    @Override
    public synchronized void retry() {
        if (opened != null) {
            opened.retry();
        } else if (!chosen.isEmpty()) {
            open(chosen);
        }
    }

    @Override
    public synchronized void disconnect() {
        if (opened != null) {
            opened.session().cancel();
        }
    }

    @Override
    public synchronized CommandTarget target() {
        return chosen.equals(DemoCluster.CONTEXT) ? CommandTarget.simulated(chosen)
                : CommandTarget.named(chosen, environment.explicit());
    }

    @Override
    public synchronized OpenCluster reached() throws Failure {
        return Optional.ofNullable(opened)
                .orElseThrow(() -> new Failure(Problem.of(Problem.ProblemKind.UNREACHABLE, "No cluster is open")));
    }

    @Override
    public ChangeJournal.JournalContent journal() throws Failure {
        return UserDirectories.journal(environment).read();
    }

    @Override
    public CrashReportStore crashes() {
        return new CrashReportStore(UserDirectories.crashes(environment.variables(), environment.home()));
    }

    @Override
    public SettingsFile memory() {
        return settings;
    }

    @Override
    public void close() {
        leave();
        histories.close();
        observations.forEach(LatestValue.Observation::close);
        kubeconfig.close();
        demo.close();
        settings.close();
    }
}
