package tessera.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.alerts.AlertRules;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Failure;
import tessera.model.PluginRequest;

/** The options that say which cluster is meant and what may be done to it. */
final class ClusterOptions {

    /** Opens the simulated cluster. */
    static final String DEMO = "--demo";

    /** Where these options stand in a help: behind the command's own, which say nothing of it. */
    static final int CLUSTER = 1;

    /** A DNS subdomain, a slash, a name: as Kubernetes has it. */
    private static final Pattern RESOURCE = Pattern
            .compile("(?=[^/]{1,253}/)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
                    + "/(?=.{1,63}$)[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");

    @Option(order = CLUSTER, names = "--kubeconfig", paramLabel = "FILE", description = "Kubeconfig file (default: $$KUBECONFIG, else ~/.kube/config).")
    private @Nullable Path kubeconfig;

    @Option(order = CLUSTER, names = "--context", paramLabel = "NAME", description = "Context to use (default: the current context). A wall can show several: repeat the option.")
    private List<String> contexts = List.of();

    @Option(order = CLUSTER, names = DEMO, description = "Use the simulated cluster inside this program.")
    private boolean demo;

    @Option(order = CLUSTER, names = "--demo-nodes", paramLabel = "N", description = "Use the simulated cluster with this many nodes, up to 5000 (default: 30).")
    private int demoNodes;

    @Option(order = CLUSTER, names = "--demo-speed", paramLabel = "X", description = "Use the simulated cluster with time running X times faster.")
    private @Nullable Double demoSpeed;

    @Option(order = CLUSTER, names = "--read-only", description = "Refuse every request that could change a cluster.")
    private boolean readOnly;

    @Option(order = CLUSTER, names = ProcessEnvironment.PLAIN_HTTP, description = "Allow sending tokens and passwords over plain HTTP to other machines, where anyone on the network can read them.")
    private boolean plainHttp;

    @Option(order = CLUSTER, names = ProcessEnvironment.ALLOW_PLUGIN, paramLabel = "COMMAND", split = ",", description = "Run this credential plugin of a kubeconfig without asking, found on $$PATH or by its path.")
    private List<String> plugins = List.of();

    @Option(order = CLUSTER, names = "--accelerator", paramLabel = "RESOURCE", split = ",", description = "Count this extended resource as an accelerator too, for example example.com/npu. Can be repeated.")
    private List<String> accelerators = List.of();

    @Mixin
    private PrometheusOptions prometheus = new PrometheusOptions();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Takes them as said by a command whose options are not read: with {@link #DEMO}, or without any. */
    void settle(CommandSpec spec, boolean simulated) {
        command = spec;
        demo = simulated;
        if (simulated) {
            // What reads the words has to know what is said, though it is settled already.
            spec.addOption(OptionSpec.builder(DEMO).type(boolean.class).build());
        }
    }

    private void check(String accelerator) {
        if (!RESOURCE.matcher(accelerator).matches()) {
            throw new ParameterException(command.commandLine(),
                    "“%s” names no extended resource, such as example.com/npu".formatted(accelerator));
        }
    }

    /** Whether the user says at all which cluster is meant. */
    boolean named() {
        return kubeconfig != null || !contexts.isEmpty() || simulated();
    }

    private boolean simulated() {
        return demo || demoNodes != 0 || demoSpeed != null;
    }

    /** Whether it is said which cluster is meant. */
    boolean namesCluster() {
        return !contexts.isEmpty() || simulated();
    }

    PrometheusOptions prometheus() {
        return prometheus;
    }

    /**
     * The desk with the cluster that is meant open, and a word if anybody could pose as it. When it is closed it is said what
     * of the cluster's objects could not be read.
     */
    ClusterDesk opened() throws Failure {
        return opened("");
    }

    /** The same for work in a namespace, which is read where not all of them may be. */
    ClusterDesk opened(String namespace) throws Failure {
        return openedToReach(namespace)
                .closingWith(desk -> CliErrors.unread(desk.unread(), command.commandLine()));
    }

    /** The same for what only reaches into a pod, and to which it does not matter what else there is. */
    ClusterDesk openedToReach(String namespace) throws Failure {
        expectOne();
        var desk = desk(wishes().in(namespace));
        try {
            desk.openNamed(this::allows);
        } catch (Failure failure) {
            desk.close();
            throw failure;
        }
        CliErrors.untrusted(desk.clusters().get(), command.commandLine());
        return desk;
    }

    /** Asks whether a credential plugin may be run; nobody says so where nobody sits at a terminal. */
    private boolean allows(PluginRequest request) {
        try {
            return PluginPrompt.possible() && PluginPrompt.ask(request, command.commandLine(), System.in);
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The alert rules as the user set them, for those who reach no cluster. */
    AlertRules rules() {
        return settings(environment()).rules();
    }

    /** The server that a context leads to; empty where the kubeconfig has none by that name. */
    Optional<String> server(String context) throws Failure {
        var environment = environment();
        return Kubeconfig.load(KnownKubeconfigs.with(environment, settings(environment).settings())).context(context)
                .map(KubeContext::server);
    }

    private ProcessEnvironment environment() {
        var environment = TesseraCommand.environment(command).naming(kubeconfig);
        var settled = plugins.isEmpty() ? environment : environment.allowingPlugins(plugins);
        return plainHttp ? settled.allowingPlainHttp() : settled;
    }

    private SettingsFile settings(ProcessEnvironment environment) {
        var settings = SettingsFile.read(UserDirectories.settings(environment.variables(), environment.home()));
        settings.message().ifPresent(message -> CliErrors.say(message, command.commandLine()));
        return settings;
    }

    /** Sees to it that no more is asked for than can be shown in one window. */
    void expectOne() {
        if (contexts.size() > 1) {
            throw new ParameterException(command.commandLine(), "Only a wall shows several contexts: name one");
        }
    }

    /** Everything that has to do with clusters, nothing of it open yet. */
    ClusterDesk desk() throws Failure {
        return desk(CompletableFuture.completedFuture(true));
    }

    /** The same, where the simulated cluster does not begin before something else is done. */
    ClusterDesk desk(CompletableFuture<?> quiet) throws Failure {
        expectOne();
        return desk(wishes().withDemoAfter(quiet));
    }

    /** The same for a display that nobody touches: one for each context, each of which is opened already. */
    List<ClusterDesk> walls() throws Failure {
        var wishes = wishes();
        var desks = new ArrayList<ClusterDesk>();
        for (var context : contexts.isEmpty() ? List.of(wishes.context())
                : List.copyOf(new LinkedHashSet<>(contexts))) {
            var desk = desk(wishes.forWall(context));
            desks.add(desk);
            desk.histories().keep(() -> desk.preferences().settings().historyMegabytes());
            desk.openForWall();
        }
        return desks;
    }

    private ClusterDesk desk(StartupOptions wishes) throws Failure {
        var environment = environment();
        return ClusterDesk.at(environment, settings(environment), wishes, Clock.system(ZoneId.systemDefault()),
                Duration.ofSeconds(2));
    }

    private StartupOptions wishes() throws Failure {
        boolean simulated = simulated();
        var context = contexts.isEmpty() ? "" : contexts.getFirst();
        if (simulated && !context.isEmpty()) {
            throw new ParameterException(command.commandLine(),
                    "--context names a cluster, --demo another: choose one");
        }
        accelerators.forEach(this::check);
        int nodes = demoNodes == 0 ? DemoCluster.USUAL_NODES : DemoCluster.checked(command.commandLine(), demoNodes);
        double speed = demoSpeed == null ? DemoCluster.USUAL_SPEED
                : DemoCluster.checked(command.commandLine(), demoSpeed);
        return new StartupOptions(simulated ? DemoCluster.CONTEXT : context, readOnly, nodes, speed, accelerators,
                prometheus.terms());
    }
}
