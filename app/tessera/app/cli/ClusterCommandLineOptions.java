package tessera.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.alerts.AlertRules;
import tessera.app.platform.UserDirectories;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.EmbeddedDemoCluster;
import tessera.app.wiring.KubeconfigFileRegistry;
import tessera.app.wiring.PrometheusConnectionSettings;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.kube.names.NameFormatRules;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The options for a cluster and the access to it. */
final class ClusterCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterCommandLineOptions.class);

    /** Opens the simulated cluster. */
    static final String DEMO = "--demo";

    /** Where these options stand in a help: behind the command's own, which say nothing of it. */
    static final int CLUSTER = 1;

    @Option(order = CLUSTER, names = "--kubeconfig", paramLabel = "FILE", descriptionKey = "cluster.kubeconfig")
    private @Nullable Path kubeconfig;

    @Option(order = CLUSTER, names = "--context", paramLabel = "NAME", descriptionKey = "cluster.context")
    private List<String> contexts = List.of();

    @Option(order = CLUSTER, names = DEMO, descriptionKey = "cluster.demo")
    private boolean demo;

    @Option(order = CLUSTER, names = "--demo-nodes", paramLabel = "N", descriptionKey = "cluster.demo-nodes")
    private int demoNodes;

    @Option(order = CLUSTER, names = "--demo-speed", paramLabel = "X", descriptionKey = "cluster.demo-speed")
    private @Nullable Double demoSpeed;

    @Option(order = CLUSTER, names = "--read-only", descriptionKey = "cluster.read-only")
    private boolean readOnly;

    @Option(order = CLUSTER, names = ProcessEnvironment.PLAIN_HTTP, descriptionKey = "cluster.plain-http")
    private boolean plainHttp;

    @Option(order = CLUSTER, names = ProcessEnvironment.ALLOW_PLUGIN, paramLabel = "COMMAND", split = ",", descriptionKey = "cluster.allow-plugin")
    private List<String> plugins = List.of();

    @Option(order = CLUSTER, names = "--accelerator", paramLabel = "RESOURCE", split = ",", descriptionKey = "cluster.accelerator")
    private List<String> accelerators = List.of();

    @Mixin
    private PrometheusCommandLineOptions prometheus = new PrometheusCommandLineOptions();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Sets the options of a command that is not parsed: with {@link #DEMO}, or none. */
    void applyMenuOptions(CommandSpec spec, boolean simulated) {
        command = spec;
        demo = simulated;
        if (simulated) {
            // What reads the words has to know what is said, though it is settled already.
            spec.addOption(OptionSpec.builder(DEMO).type(boolean.class).build());
        }
    }

    private void checkResource(String accelerator) {
        if (!NameFormatRules.isNameWithDomain(accelerator)) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("accelerator.malformed", accelerator));
        }
    }

    /** Returns whether a kubeconfig or a cluster is named at all. */
    boolean namesSource() {
        return kubeconfig != null || !contexts.isEmpty() || isSimulated();
    }

    private boolean isSimulated() {
        return demo || demoNodes != 0 || demoSpeed != null;
    }

    /** Returns whether a context or the simulated cluster is named. */
    boolean namesCluster() {
        return !contexts.isEmpty() || isSimulated();
    }

    PrometheusCommandLineOptions prometheus() {
        return prometheus;
    }

    /**
     * Returns the selection service with the chosen cluster open; warns where its certificate is not verified. When it
     * is closed it is said what of the cluster's objects could not be read.
     */
    ClusterSelectionService openDesk() throws ProblemException {
        return openDesk("");
    }

    /** Returns the selection service for work in a namespace, which is read where not all may be read. */
    ClusterSelectionService openDesk(String namespace) throws ProblemException {
        return openedToReach(namespace).closingWith(
                clusterSelection -> CommandLineErrorPrinter.unread(clusterSelection.unread(), command.commandLine()));
    }

    /** The same for what only reaches into a pod, and to which it does not matter what else there is. */
    ClusterSelectionService openedToReach(String namespace) throws ProblemException {
        checkSingleContext();
        var clusterSelection = newDesk(startupOptions().inNamespace(namespace));
        try {
            clusterSelection.openNamed(this::allows);
        } catch (ProblemException problemException) {
            clusterSelection.close();
            throw problemException;
        }
        CommandLineErrorPrinter.warnUntrusted(clusterSelection.clusters().get(), command.commandLine());
        return clusterSelection;
    }

    /** Asks whether a credential plugin may be run; nobody says so where nobody sits at a terminal. */
    private boolean allows(CredentialPluginApprovalRequest request) {
        try {
            return CredentialPluginTerminalPrompt.possible()
                    && CredentialPluginTerminalPrompt.ask(request, command.commandLine(), System.in);
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the alert rules with the user's overrides, without reaching a cluster. */
    AlertRules rules() {
        return readSettings(readEnvironment()).rules();
    }

    /** Returns the server of a context; empty where the kubeconfig has no such context. */
    Optional<String> serverOf(String context) throws ProblemException {
        var environment = readEnvironment();
        return Kubeconfig
                .load(KubeconfigFileRegistry.withKubeconfigs(environment, readSettings(environment).settings()))
                .findContext(context).map(KubeconfigContextEntry::serverAddress);
    }

    private ProcessEnvironment readEnvironment() {
        var environment = CommandRoot.of(command).environment().withExplicitKubeconfig(kubeconfig);
        var savedEnvironment = plugins.isEmpty() ? environment : environment.allowingPlugins(plugins);
        return plainHttp ? savedEnvironment.allowingPlainHttp() : savedEnvironment;
    }

    private ApplicationSettingsService readSettings(ProcessEnvironment environment) {
        var settings = ApplicationSettingsService
                .readFrom(UserDirectories.settingsFolder(environment.variables(), environment.home()));
        settings.settings().appearance().language().displayLanguage()
                .ifPresent(CommandRoot.of(command)::preferLanguage);
        settings.problemText().ifPresent(message -> CommandLineErrorPrinter.printLine(message, command.commandLine()));
        return settings;
    }

    /** Refuses several contexts for one window. */
    void checkSingleContext() {
        if (contexts.size() > 1) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("context.several"));
        }
    }

    /** Returns the selection service without an open cluster; the simulated one waits for another task to finish. */
    ClusterSelectionService newDesk(CompletableFuture<?> quiet) throws ProblemException {
        checkSingleContext();
        return newDesk(startupOptions().withDemoAfter(quiet));
    }

    /** Returns one selection service with an open cluster for each context of a wall. */
    List<ClusterSelectionService> openWallDesks() throws ProblemException {
        var startupOptions = startupOptions();
        var desks = new ArrayList<ClusterSelectionService>();
        for (var context : contexts.isEmpty() ? List.of(startupOptions.context())
                : List.copyOf(new LinkedHashSet<>(contexts))) {
            var clusterSelection = newDesk(startupOptions.forWall(context));
            desks.add(clusterSelection);
            clusterSelection.clusterHistory()
                    .enableStorage(() -> clusterSelection.preferences().settings().historyMegabytes());
            clusterSelection.openForWall();
        }
        return desks;
    }

    private ClusterSelectionService newDesk(StartupOptions startupOptions) throws ProblemException {
        var environment = readEnvironment();
        return ClusterSelectionService.start(environment, readSettings(environment), startupOptions,
                Clock.system(ZoneId.systemDefault()), Duration.ofSeconds(2));
    }

    private StartupOptions startupOptions() throws ProblemException {
        boolean simulated = isSimulated();
        var context = contexts.stream().findFirst().orElse("");
        if (simulated && !context.isEmpty()) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("context.withDemo"));
        }
        accelerators.forEach(this::checkResource);
        int nodes = demoNodes == 0 ? EmbeddedDemoCluster.USUAL_NODES
                : EmbeddedDemoCluster.checkNodeCount(command.commandLine(), demoNodes);
        double speed = EmbeddedDemoCluster.checkSpeed(command.commandLine(),
                Objects.requireNonNullElse(demoSpeed, EmbeddedDemoCluster.USUAL_SPEED));
        return new StartupOptions(simulated ? EmbeddedDemoCluster.CONTEXT : context, readOnly, nodes, speed,
                accelerators, prometheus.namedTerms());
    }

    /** The options for a Prometheus and its credentials. Secrets are named by the files they are in. */
    static final class PrometheusCommandLineOptions {

        /** Where these options stand in a help: behind those that say which cluster is meant. */
        private static final int PROMETHEUS = 2;

        @Option(order = PROMETHEUS, names = "--prometheus", paramLabel = "URL", arity = "0..1", parameterConsumer = OptionalPrometheusAddressConsumer.class, descriptionKey = "cluster.prometheus")
        private @Nullable String address;

        @Option(order = PROMETHEUS, names = "--prometheus-token-file", paramLabel = "FILE", descriptionKey = "cluster.prometheus-token-file")
        private @Nullable Path token;

        @Option(order = PROMETHEUS, names = "--prometheus-user", paramLabel = "NAME", descriptionKey = "cluster.prometheus-user")
        private @Nullable String user;

        @Option(order = PROMETHEUS, names = "--prometheus-password-file", paramLabel = "FILE", descriptionKey = "cluster.prometheus-password-file")
        private @Nullable Path password;

        @Option(order = PROMETHEUS, names = "--prometheus-authority", paramLabel = "FILE", descriptionKey = "cluster.prometheus-authority")
        private @Nullable Path authority;

        @Option(order = PROMETHEUS, names = "--prometheus-certificate", paramLabel = "FILE", descriptionKey = "cluster.prometheus-certificate")
        private @Nullable Path certificate;

        @Option(order = PROMETHEUS, names = "--prometheus-key", paramLabel = "FILE", descriptionKey = "cluster.prometheus-key")
        private @Nullable Path key;

        @Option(order = PROMETHEUS, names = "--prometheus-tenant", paramLabel = "NAME", descriptionKey = "cluster.prometheus-tenant")
        private @Nullable String tenant;

        @Spec(Spec.Target.MIXEE)
        private CommandSpec command = CommandSpec.create();

        /** Parses an address if one follows, and nothing else. */
        static final class OptionalPrometheusAddressConsumer implements IParameterConsumer {
            @Override
            public void consumeParameters(Stack<String> rest, ArgSpec option, CommandSpec command) {
                option.setValue(!rest.isEmpty() && rest.peek().contains("://") ? rest.pop() : "");
            }
        }

        /** Returns whether the user asks for a Prometheus, named or in the cluster. */
        boolean isRequested() {
            return address != null;
        }

        /** Returns the Prometheus that the user named; empty for the one in the cluster. */
        Optional<PrometheusConnectionSettings> namedTerms() {
            var settings = new PrometheusConnectionSettings(address, token, user, password, authority, certificate, key,
                    tenant);
            settings.conflictText().ifPresent(text -> {
                throw new ParameterException(command.commandLine(), text);
            });
            if (address == null || address.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(settings);
        }
    }
}
