package tessera.app.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.GpuPodsReport;
import tessera.app.report.GpuPodsReport.PodListScope;
import tessera.app.wiring.ClusterSelectionService;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.CustomSchedulerEventReader;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.text.MessageCatalog;

/** Prints the pods that request or hold GPUs. */
@Command(name = "pods", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class GpuPodsCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuPodsCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "gpuPods.namespace")
    private String namespace = "";

    @Option(names = "--pending", descriptionKey = "gpuPods.pending")
    private boolean pending;

    @Option(names = "--all", descriptionKey = "gpuPods.all")
    private boolean all;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var accelerators = clusterSelection.accelerators();
            var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), accelerators,
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.PODS, outputOptions.clusterTimeout());
            NamespaceOptionValidator.checkExists(clusterSelection, fleet.snapshot(), namespace, spec.commandLine());
            var scope = new PodListScope(pending, all, namespace);
            var report = new GpuPodsReport(fleet, accelerators, scope, Clock.systemUTC().instant(),
                    readWaitingTexts(clusterSelection, fleet));
            outputOptions.print(report, clusterSelection);
            outputOptions.printGaps(fleet.snapshot());
            if (!all) {
                report.otherDevicesText()
                        .ifPresent(text -> outputOptions.printRemark(MESSAGES.text("pods.otherNotListed", text)));
            }
            if (pending) {
                printMissingPods(clusterSelection, fleet.snapshot(), scope);
            }
        }
        return 0;
    }

    /** Returns why pods wait, as far as events tell. */
    private Map<PodSummary, String> readWaitingTexts(ClusterSelectionService clusterSelection, GpuFleet fleet)
            throws ProblemException {
        try {
            var objects = clusterSelection.clusterServices().objectSource();
            var waiting = fleet.pendingPods().stream()
                    .filter(pod -> namespace.isEmpty() || pod.namespace().equals(namespace)).toList();
            Function<Instant, Duration> ageOf = told -> fleet.snapshot().ageOf(told, Clock.systemUTC().instant());
            var texts = new HashMap<>(
                    CustomSchedulerEventReader.waitingTexts(objects, waiting, ageOf, outputOptions::printRemark));
            texts.putAll(CustomSchedulerEventReader.contradictedReportTexts(objects, waiting,
                    new PendingDiagnosisFinder(fleet, clusterSelection.accelerators()), ageOf,
                    outputOptions::printRemark));
            return texts;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Prints workloads without pods beside the list. */
    private void printMissingPods(ClusterSelectionService clusterSelection, ClusterSnapshot clusterSnapshot,
            PodListScope scope) throws ProblemException {
        try {
            var searchResult = new WorkloadWithoutPodsReader(clusterSelection.clusterServices().objectSource(),
                    clusterSnapshot, Clock.systemUTC().instant()).findAll(clusterSelection.accelerators());
            searchResult.problemTexts().forEach(outputOptions::printRemark);
            var work = searchResult.workloads().stream()
                    .filter(pods -> scope.includesNamespace(pods.workload().namespace()))
                    .map(pods -> pods.workload().qualifiedName()).toList();
            if (!work.isEmpty()) {
                outputOptions.printRemark(MESSAGES.text("pods.workloadsNotListed", String.join(", ", work)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        } catch (ProblemException unread) {
            outputOptions.printRemark(MESSAGES.text("pods.workloadsUnknown", unread.problem().problemText()));
        }
    }
}
