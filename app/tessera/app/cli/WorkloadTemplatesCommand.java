package tessera.app.cli;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.WorkloadTemplateParametersReport;
import tessera.app.report.WorkloadTemplatesReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.launch.RunnableWorkloadTemplates;
import tessera.quota.NewPodResourceCapacity;
import tessera.text.MessageCatalog;

/** Prints workload templates, filled in with a cluster's resources where one is named. */
@Command(name = "launch", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class WorkloadTemplatesCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplatesCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private WorkloadTemplateCommandLineOptions choice = new WorkloadTemplateCommandLineOptions();

    @Option(names = "--list", descriptionKey = "workloadTemplates.list")
    private boolean list;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "", descriptionKey = "workloadTemplates.output", completionCandidates = TemplateOutputFormatNames.class)
    private String format = "";

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "workloadTemplates.timeout")
    private int timeout = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Names of the output formats, as a user types them. */
    private static final class TemplateOutputFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("yaml", "text", "json").iterator();
        }
    }

    @Override
    public Integer call() throws ProblemException {
        if (!(list ? List.of("", "text", "json") : List.of("", "yaml")).contains(format)) {
            throw choice.usageError(MESSAGES.text("template.output"));
        }
        var named = choice.findTemplate();
        if (list) {
            print(listTemplates(named));
            return 0;
        }
        if (named.isEmpty()) {
            throw choice.usageError(MESSAGES.text("template.missing"));
        }
        var settings = choice.parseSettings(named.get());
        print(cluster.namesSource() ? fillTemplate(named.get(), settings)
                : named.get().fill(named.get().withHomeNamespace("", settings), Optional.empty()).yaml());
        return 0;
    }

    private String listTemplates(Optional<WorkloadTemplate> named) throws ProblemException {
        if (named.isPresent()) {
            return new WorkloadTemplateParametersReport(named.get()).print(format);
        }
        var templates = choice.templates();
        templates.brokenTemplates()
                .forEach(broken -> CommandLineErrorPrinter.printLine(broken.toString(), spec.commandLine()));
        spec.commandLine().getErr().flush();
        if (!cluster.namesSource()) {
            return new WorkloadTemplatesReport(templates, Map.of()).print(format);
        }
        try (var clusterSelection = cluster.openDesk()) {
            return readReport(clusterSelection, templates).print(format);
        }
    }

    /** Returns the templates in the versions that the cluster serves, and the kinds it lacks; empty where it lacks nothing. */
    private WorkloadTemplatesReport readReport(ClusterSelectionService clusterSelection,
            WorkloadTemplateLibrary templates) throws ProblemException {
        ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(),
                ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, Duration.ofSeconds(timeout));
        try {
            var served = RunnableWorkloadTemplates.read(templates,
                    clusterSelection.clusterServices().planLookups().manifests());
            return new WorkloadTemplatesReport(served.templates(), served.missingByTemplate());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private String fillTemplate(WorkloadTemplate named, Map<String, String> said) throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var settings = named.withHomeNamespace(
                    ClusterConnectionAwaiter.defaultNamespace(clusterSelection, Duration.ofSeconds(timeout)), said);
            var template = ManifestCheckContextReader.adaptTemplate(clusterSelection, named,
                    Duration.ofSeconds(timeout));
            var plain = template.fill(settings, Optional.empty()).yaml();
            var targetCluster = ManifestCheckContextReader.readContext(clusterSelection, List.of(plain),
                    Duration.ofSeconds(timeout), spec.commandLine());
            if (!template.customKind().isEmpty() && targetCluster.kinds()
                    .getOrDefault(template.customKind(), List.of(template.apiVersion())).isEmpty()) {
                CommandLineErrorPrinter.printRemark(
                        Problem.of(OperationProblemKind.NOT_FOUND,
                                MESSAGES.reason("template.kindMissing", template.kindName(), template.apiVersion())),
                        spec.commandLine());
            }
            var filled = template.fill(settings, Optional.of(targetCluster));
            filled.notes().forEach(note -> CommandLineErrorPrinter.printLine(note, spec.commandLine()));
            spec.commandLine().getErr().flush();
            unofferedProblem(targetCluster, filled.settings().getOrDefault("resource", ""))
                    .ifPresent(problem -> CommandLineErrorPrinter.printRemark(problem, spec.commandLine()));
            if (targetCluster.lacksNamespace(filled.namespace())) {
                CommandLineErrorPrinter.printRemark(Problem.of(OperationProblemKind.NOT_FOUND,
                        MESSAGES.reason("template.namespaceMissing", filled.namespace())), spec.commandLine());
            }
            return filled.yaml();
        }
    }

    private static Optional<Problem> unofferedProblem(ManifestTargetCluster targetCluster, String resource) {
        if (resource.isEmpty() || !targetCluster.seesNodes()
                || NewPodResourceCapacity.roomIgnoringTaints(targetCluster.snapshot(), resource).all() > 0) {
            return Optional.empty();
        }
        return Optional
                .of(Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("template.resourceMissing", resource)));
    }

    private void print(String text) throws ProblemException {
        spec.commandLine().getOut().print(text);
        CommandLineErrorPrinter.flushOutput(spec.commandLine());
    }
}
