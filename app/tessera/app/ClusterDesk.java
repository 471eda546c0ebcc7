package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.ConnectionTerms;
import tessera.cluster.SessionOptions;
import tessera.cluster.kubeconfig.Environment;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.KubeconfigWatch;
import tessera.flow.Latest;
import tessera.insight.Accelerators;
import tessera.metrics.history.History;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.CommandTarget;
import tessera.model.Connection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.reading.Readings;
import tessera.plan.journal.Journal;
import tessera.ui.Alarms;
import tessera.ui.Clusters;
import tessera.ui.Desk;

/**
 * The clusters a user can open, and the one that is open. Of all contexts only the chosen one is ever contacted.
 *
 * <p>Safe for use by several threads.
 */
final class ClusterDesk implements Desk, AutoCloseable {

    private final Environment environment;
    private final SettingsFile settings;
    private final Wishes wishes;
    private final Clock clock;
    private final KubeconfigWatch kubeconfig;
    private final Demo demo;
    private final Shown shown;
    private final Latest<Clusters> clusters = new Latest<>(Clusters.none());
    private final Histories histories;
    private final List<Latest.Observation> observations;
    private @Nullable OpenCluster opened;
    private String chosen = "";
    private final Permission permission;

    private ClusterDesk(Environment environment, SettingsFile settings, Wishes wishes, Clock clock,
            KubeconfigWatch kubeconfig) {
        this.environment = environment;
        this.settings = settings;
        this.wishes = wishes;
        this.clock = clock;
        this.kubeconfig = kubeconfig;
        this.demo = new Demo(wishes, environment, clock);
        this.shown = new Shown(clock, settings::rules);
        this.histories = new Histories(environment, clock, this::listClusters);
        this.permission = new Permission(wishes, settings);
        this.observations = List.of(kubeconfig.newest().observe(this::listClusters),
                settings.settled().observe(this::settle));
    }

    /**
     * A desk with no cluster open.
     *
     * @param pace how often kubeconfig files are looked at
     */
    static ClusterDesk at(Environment environment, SettingsFile settings, Wishes wishes, Clock clock, Duration pace)
            throws Failure {
        return new ClusterDesk(environment, settings, wishes, clock,
                KubeconfigWatch.start(KnownKubeconfigs.with(environment, settings.settings()), pace));
    }

    Accelerators accelerators() {
        return settings.counted(wishes.accelerators());
    }

    Histories histories() {
        return histories;
    }

    /** Opens what was asked for, else the current context, else the simulated cluster. Returns why that may be wrong. */
    List<Problem> openFirst() throws Failure {
        var known = kubeconfig.newest().get();
        var first = first().name();
        // Which one is current is not known while a file cannot be read.
        boolean unsure = wishes.context().isEmpty() && !known.problems().isEmpty();
        if (!unsure && (first.isPresent() || known.contexts().isEmpty())) {
            open(first.orElse(Demo.CONTEXT));
        }
        return known.problems();
    }

    /** Opens what the command line asked for, else the current context. */
    void openNamed() throws Failure {
        var problems = kubeconfig.newest().get().problems();
        if (!problems.isEmpty() && !wishes.context().equals(Demo.CONTEXT)) {
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
        if (context.equals(Demo.CONTEXT)) {
            shown.show(new Connection.Connecting("the simulated cluster to start", clock.instant()));
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
            whileDemoIsAwaited(() -> follow(Demo.CONTEXT, () -> context));
        } catch (Failure failure) {
            whileDemoIsAwaited(() -> shown.refuse(failure.problem()));
        }
    }

    private synchronized void whileDemoIsAwaited(Runnable action) {
        if (chosen.equals(Demo.CONTEXT) && opened == null) {
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
    public Latest<Snapshot> snapshots() {
        return shown.snapshots();
    }

    @Override
    public Latest<Readings> readings() {
        return shown.readings();
    }

    @Override
    public History history() {
        return histories.current();
    }

    @Override
    public synchronized void lookAt(String where, Set<String> nodes) {
        if (opened != null) {
            opened.lookAt(where, nodes);
        }
    }

    @Override
    public Alarms alarms() {
        return shown.alarms();
    }

    @Override
    public Latest<Standing> prometheus() {
        return shown.prometheus();
    }

    @Override
    public Latest<Clusters> clusters() {
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
        return chosen.equals(Demo.CONTEXT) ? CommandTarget.simulated(chosen)
                : CommandTarget.named(chosen, environment.explicit());
    }

    @Override
    public synchronized OpenCluster reached() throws Failure {
        return Optional.ofNullable(opened)
                .orElseThrow(() -> new Failure(Problem.of(Problem.Kind.UNREACHABLE, "No cluster is open")));
    }

    @Override
    public Journal.Content journal() throws Failure {
        return Folders.journal(environment).read();
    }

    @Override
    public KeptCrashes crashes() {
        return new KeptCrashes(Folders.crashes(environment.variables(), environment.home()));
    }

    @Override
    public SettingsFile memory() {
        return settings;
    }

    @Override
    public void close() {
        leave();
        histories.close();
        observations.forEach(Latest.Observation::close);
        kubeconfig.close();
        demo.close();
        settings.close();
    }
}
