package tessera.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuSharingIntent.SharingConfigAssignment;
import tessera.plan.intent.TargetNodeSelection;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Plans another sharing of GPUs. */
@Command(name = "share", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanGpuSharingCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanGpuSharingCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Mixin
    private GpuSharingCommandLineOptions shares = new GpuSharingCommandLineOptions();

    @Option(names = "--config", paramLabel = "NAME", descriptionKey = "planGpuSharing.config")
    private String config = "";

    @Option(names = "--file", paramLabel = "FILE", descriptionKey = "planGpuSharing.file")
    private @Nullable Path file;

    @Option(names = "--write", paramLabel = "NAME=TEXT", descriptionKey = "planGpuSharing.write")
    private List<String> written = List.of();

    @Option(names = "--forget", paramLabel = "NAME", descriptionKey = "planGpuSharing.forget")
    private List<String> forgotten = List.of();

    @Option(names = "--cluster-wide", descriptionKey = "planGpuSharing.cluster-wide")
    private boolean clusterWide;

    @Option(names = "--unset", descriptionKey = "planGpuSharing.unset")
    private boolean unset;

    @Option(names = "--default-config", paramLabel = "NAME", descriptionKey = "planGpuSharing.default-config")
    private @Nullable String defaultConfig;

    @Option(names = "--config-map", paramLabel = "NAME", descriptionKey = "planGpuSharing.config-map")
    private @Nullable String map;

    @Parameters(arity = "0..*", paramLabel = "NODE", descriptionKey = "planGpuSharing.node")
    private List<String> arguments = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        var texts = configTexts();
        var chosen = shares.hasSharing() && config.isEmpty() ? shares.parseShares(this::usageError).configName()
                : config;
        var takes = nodeChoices(chosen);
        var sharingIntent = new GpuSharingIntent(texts, Set.copyOf(new TreeSet<>(forgotten)), takes,
                defaultChoice(chosen));
        if (sharingIntent.isEmpty()) {
            throw usageError(MESSAGES.text("sharing.missing"));
        }
        applyOptions.checkConfirmation();
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, sharingIntent);
        }
    }

    private ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    private Map<String, String> configTexts() throws ProblemException {
        var texts = new TreeMap<String, String>();
        for (var each : written) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw usageError(MESSAGES.text("share.writeSyntax"));
            }
            texts.put(each.substring(0, equals), each.substring(equals + 1));
        }
        if (shares.hasSharing() && file != null) {
            throw usageError(MESSAGES.text("sharing.fileAndStrategy"));
        }
        if (shares.hasSharing()) {
            var shareCounts = shares.parseShares(this::usageError);
            texts.put(OptionalText.orElse(config, shareCounts.configName()),
                    DevicePluginConfig.sharingOnly(shareCounts).yaml());
        }
        if (file != null) {
            if (config.isBlank()) {
                throw usageError(MESSAGES.text("sharing.fileWithoutConfig"));
            }
            texts.put(config, CommandFileArgumentReader.readTextOrInput(file));
        }
        return texts;
    }

    private List<SharingConfigAssignment> nodeChoices(String chosen) {
        var takes = new ArrayList<SharingConfigAssignment>();
        var plain = new ArrayList<String>();
        for (var word : arguments) {
            int equals = word.indexOf('=');
            if (equals > 0 && equals < word.length() - 1) {
                takes.add(new SharingConfigAssignment(TargetNodeSelection.of(word.substring(0, equals)),
                        word.substring(equals + 1)));
            } else if (equals < 0 && word.endsWith("-")) {
                takes.add(
                        new SharingConfigAssignment(TargetNodeSelection.of(word.substring(0, word.length() - 1)), ""));
            } else if (equals < 0) {
                plain.add(word);
            } else {
                throw usageError(MESSAGES.text("sharing.operand", word));
            }
        }
        boolean selected = !selector.selectorText().isBlank();
        if (selected && !plain.isEmpty()) {
            throw usageError(MESSAGES.text("nodes.namedAndSelected"));
        }
        if ((selected || !plain.isEmpty()) && chosen.isEmpty() != unset) {
            throw usageError(unset ? MESSAGES.text("sharing.unsetConfig") : MESSAGES.text("sharing.nothingToSet"));
        }
        selector.toPredicate();
        if (selected) {
            takes.add(new SharingConfigAssignment(new TargetNodeSelection.LabelSelectedNodes(selector.selectorText()),
                    chosen));
        } else if (!plain.isEmpty()) {
            takes.add(new SharingConfigAssignment(new TargetNodeSelection.NamedNodes(plain), chosen));
        }
        return takes;
    }

    private Optional<DefaultSharingConfig> defaultChoice(String chosen) {
        if (clusterWide && (defaultConfig != null || chosen.isEmpty())) {
            throw usageError(MESSAGES.text("sharing.clusterWide"));
        }
        var wanted = clusterWide ? chosen : defaultConfig;
        if (wanted == null && map != null) {
            throw usageError(MESSAGES.text("sharing.configMap"));
        }
        if (wanted == null) {
            return Optional.empty();
        }
        return Optional
                .of(new DefaultSharingConfig(Objects.requireNonNullElse(map, GpuSharingIntent.SAME_MAP), wanted));
    }

    /** The options for GPU sharing. */
    private static final class GpuSharingCommandLineOptions {

        @Option(names = "--strategy", paramLabel = "HOW", descriptionKey = "planGpuSharing.strategy", completionCandidates = SharingStrategyNames.class)
        private String strategy = "";

        @Option(names = "--replicas", paramLabel = "N", descriptionKey = "planGpuSharing.replicas")
        private int replicas;

        @Option(names = "--resource", paramLabel = "NAME", descriptionKey = "planGpuSharing.resource")
        private List<String> resources = List.of(DeviceShareCounts.GPU);

        @Option(names = "--rename", descriptionKey = "planGpuSharing.rename")
        private boolean rename;

        @Option(names = "--single-share", negatable = true, defaultValue = "true", fallbackValue = "true", descriptionKey = "planGpuSharing.single-share")
        private boolean onlyOne = true;

        /** Names of the sharing strategies, as a user types them. */
        private static final class SharingStrategyNames implements Iterable<String> {
            @Override
            public Iterator<String> iterator() {
                return List.of("time-slicing", "mps", "none").iterator();
            }
        }

        /** Returns whether the user chose a sharing strategy. */
        boolean hasSharing() {
            return !strategy.isEmpty() || replicas != 0;
        }

        /** Returns the chosen sharing of GPUs; refuses combinations without sense. */
        DeviceShareCounts parseShares(Function<String, ParameterException> misuse) {
            var means = GpuSharingStrategy.fromLabel(strategy)
                    .orElseThrow(() -> misuse.apply(MESSAGES.text("sharing.strategy")));
            if (means == GpuSharingStrategy.NONE && replicas > 1) {
                throw misuse.apply(MESSAGES.text("sharing.replicasUnshared"));
            }
            if (means != GpuSharingStrategy.NONE && replicas < DeviceShareCounts.FEWEST) {
                throw misuse.apply(MESSAGES.text("sharing.replicasFew"));
            }
            if (means == GpuSharingStrategy.NONE) {
                return DeviceShareCounts.NONE;
            }
            var each = new TreeMap<String, Integer>();
            resources.forEach(resource -> each.put(resource, replicas));
            return new DeviceShareCounts(means, rename, onlyOne || means == GpuSharingStrategy.MPS, each);
        }
    }
}
