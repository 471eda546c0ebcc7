package tessera.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.wiring.ClusterSelectionService;
import tessera.launch.WorkloadTemplate;
import tessera.lint.manifest.KubernetesManifest;
import tessera.model.ProblemException;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.text.MessageCatalog;

/** Plans the launch of a workload, from a template or a manifest, or its removal. */
@Command(name = "launch", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanWorkloadLaunchCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanWorkloadLaunchCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private WorkloadTemplateCommandLineOptions choice = new WorkloadTemplateCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Option(names = {"-f", "--file"}, paramLabel = "FILE", descriptionKey = "planWorkloadLaunch.file")
    private String file = "";

    @Option(names = "--wait", paramLabel = "SECONDS", descriptionKey = "planWorkloadLaunch.wait")
    private int wait = 600;

    @Option(names = "--withdraw", paramLabel = "OBJECT", descriptionKey = "planWorkloadLaunch.withdraw")
    private List<String> withdrawn = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        var named = choice.findTemplate();
        long ways = Stream.of(named.isPresent(), !file.isEmpty(), !withdrawn.isEmpty()).filter(way -> way).count();
        if (ways != 1) {
            throw choice.usageError(MESSAGES.text("launch.source"));
        }
        if (wait < 0) {
            throw choice.usageError(MESSAGES.text("wait.negative"));
        }
        if (named.isEmpty() && choice.hasSettings()) {
            throw choice.usageError(MESSAGES.text("launch.setWithoutTemplate"));
        }
        applyOptions.checkConfirmation();
        var going = withdrawnObjects();
        var settings = named.map(choice::parseSettings).orElse(Map.of());
        var text = file.isEmpty() ? "" : CommandFileArgumentReader.readTextOrInput(Path.of(file));
        if (!choice.namespace().isEmpty()) {
            NamespaceOptionValidator.checkManifest(text, choice.namespace());
        }
        try (var clusterSelection = cluster.openDesk(KubernetesManifest.read(text).namespaceOr(choice.namespace()))) {
            var home = homeNamespace(clusterSelection);
            if (!going.isEmpty()) {
                return applyOptions.previewOrApply(clusterSelection, new DeleteLaunchedWorkloadIntent(home, going));
            }
            return applyOptions.previewOrApply(clusterSelection,
                    named.isPresent()
                            ? launchTemplate(clusterSelection, named.get(),
                                    named.get().withHomeNamespace(home, settings))
                            : launchManifest(text, List.of("-f", file), home));
        }
    }

    private List<LaunchedObject> withdrawnObjects() {
        try {
            return withdrawn.stream().map(LaunchedObject::parse).toList();
        } catch (IllegalArgumentException wrong) {
            throw choice.usageError(String.valueOf(wrong.getMessage()));
        }
    }

    private LaunchWorkloadIntent launchTemplate(ClusterSelectionService clusterSelection, WorkloadTemplate template,
            Map<String, String> settings) throws ProblemException {
        var targetCluster = ManifestCheckContextReader.readContext(clusterSelection, List.of(),
                applyOptions.clusterTimeout(), spec.commandLine());
        var filled = ManifestCheckContextReader.adaptTemplate(clusterSelection, template, applyOptions.clusterTimeout())
                .fill(settings, Optional.of(targetCluster));
        return launchManifest(filled.yaml(), filled.command(), filled.namespace());
    }

    private String homeNamespace(ClusterSelectionService clusterSelection) throws ProblemException {
        return choice.namespace().isEmpty()
                ? ClusterConnectionAwaiter.defaultNamespace(clusterSelection, applyOptions.clusterTimeout())
                : choice.namespace();
    }

    private LaunchWorkloadIntent launchManifest(String manifest, List<String> origin, String namespace) {
        var read = KubernetesManifest.read(manifest);
        return new LaunchWorkloadIntent(read.title(), origin, manifest, read.namespaceOr(namespace),
                Duration.ofSeconds(wait));
    }
}
