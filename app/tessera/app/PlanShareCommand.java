package tessera.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.ChangeSharing.Takes;
import tessera.plan.intent.ChangeSharing.Usual;
import tessera.plan.intent.NodeTargets;
import tessera.sharing.PluginConfig;

/** Plans that GPUs are shared otherwise. */
@Command(name = "share", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Preview GPU sharing on nodes: time-slicing, MPS or none. Nodes use named device plugin configurations: NODE=CONFIG selects one, NODE- restores the default.")
final class PlanShareCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private NodeSelector selector = new NodeSelector();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Mixin
    private ShareOptions shares = new ShareOptions();

    @Option(names = "--config", paramLabel = "NAME", description = "Name of the device plugin configuration to use; with --strategy or --file, the name to write it under.")
    private String config = "";

    @Option(names = "--file", paramLabel = "FILE", description = "File with a device plugin configuration to write under the name of --config.")
    private @Nullable Path file;

    @Option(names = "--write", paramLabel = "NAME=TEXT", description = "Device plugin configuration to write, as YAML or JSON. Can be repeated.")
    private List<String> written = List.of();

    @Option(names = "--forget", paramLabel = "NAME", description = "Delete a configuration that no node uses. Can be repeated.")
    private List<String> forgotten = List.of();

    @Option(names = "--cluster-wide", description = "Use it as the default of all nodes without a label of their own.")
    private boolean clusterWide;

    @Option(names = "--unset", description = "Restore the default configuration on the nodes.")
    private boolean unset;

    @Option(names = "--default-config", paramLabel = "NAME", description = "Default configuration of nodes without a label; empty for none.")
    private @Nullable String usual;

    @Option(names = "--config-map", paramLabel = "NAME", description = "ConfigMap to set in the ClusterPolicy with --default-config or --cluster-wide; empty for none.")
    private @Nullable String map;

    @Parameters(arity = "0..*", paramLabel = "NODE", description = "Node names, NODE=CONFIG or NODE-.")
    private List<String> words = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var texts = texts();
        var chosen = shares.given() && config.isEmpty() ? shares.shares(this::misuse).key() : config;
        var takes = takes(chosen);
        var wanted = new ChangeSharing(texts, Set.copyOf(new TreeSet<>(forgotten)), takes, usual(chosen));
        if (wanted.isEmpty()) {
            throw misuse("Say what to share: nodes, and --strategy, --config or --file");
        }
        planning.check();
        try (var desk = cluster.opened()) {
            return planning.run(desk, wanted);
        }
    }

    private ParameterException misuse(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    private Map<String, String> texts() throws Failure {
        var texts = new TreeMap<String, String>();
        for (var each : written) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw misuse("--write takes NAME=TEXT");
            }
            texts.put(each.substring(0, equals), each.substring(equals + 1));
        }
        if (shares.given() && file != null) {
            throw misuse("--file and --strategy each say how GPUs are shared: say it in one way");
        }
        if (shares.given()) {
            var said = shares.shares(this::misuse);
            texts.put(config.isEmpty() ? said.key() : config, PluginConfig.of(said).yaml());
        }
        if (file != null) {
            if (config.isBlank()) {
                throw misuse("--file needs --config, the name of the configuration");
            }
            texts.put(config, FileArgument.textOrInput(file));
        }
        return texts;
    }

    private List<Takes> takes(String chosen) {
        var takes = new ArrayList<Takes>();
        var plain = new ArrayList<String>();
        for (var word : words) {
            int equals = word.indexOf('=');
            if (equals > 0 && equals < word.length() - 1) {
                takes.add(new Takes(NodeTargets.of(word.substring(0, equals)), word.substring(equals + 1)));
            } else if (equals < 0 && word.endsWith("-")) {
                takes.add(new Takes(NodeTargets.of(word.substring(0, word.length() - 1)), ""));
            } else if (equals < 0) {
                plain.add(word);
            } else {
                throw misuse("“" + word + "” is no node, NODE=CONFIG or NODE-");
            }
        }
        boolean selected = !selector.text().isBlank();
        if (selected && !plain.isEmpty()) {
            throw misuse("Nodes are named and chosen by --selector: say it in one way");
        }
        if ((selected || !plain.isEmpty()) && chosen.isEmpty() != unset) {
            throw misuse(
                    unset ? "--unset takes no configuration" : "Say what they take: --strategy, --config or --unset");
        }
        selector.wanted();
        if (selected) {
            takes.add(new Takes(new NodeTargets.SelectedByLabels(selector.text()), chosen));
        } else if (!plain.isEmpty()) {
            takes.add(new Takes(new NodeTargets.NamedNodes(plain), chosen));
        }
        return takes;
    }

    private Optional<Usual> usual(String chosen) {
        if (clusterWide && (usual != null || chosen.isEmpty())) {
            throw misuse("--cluster-wide takes one of --strategy, --config and --file");
        }
        var wanted = clusterWide ? chosen : usual;
        if (wanted == null && map != null) {
            throw misuse("--config-map goes with --cluster-wide or --default-config");
        }
        return wanted == null ? Optional.empty()
                : Optional.of(new Usual(map == null ? ChangeSharing.SAME_MAP : map, wanted));
    }
}
